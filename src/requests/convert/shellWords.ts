/** The kinds of shell that a command can come from; they differ in quoting and line continuation. */
type Shell = 'posix' | 'cmd' | 'powershell';

/** Detects the shell of a command by its line continuations and escapes outside of quoted text. */
function shellOf(command: string): Shell {
  const bare = command.replace(/\\['`]|'[^']*'/g, '');
  if (/\\[ \t]*[\r\n]/.test(bare)) return 'posix';
  if (/\^[ \t]*[\r\n]|\^"/.test(bare)) return 'cmd';
  return /`[ \t]*[\r\n]|`"/.test(bare) ? 'powershell' : 'posix';
}

/**
 * The start of a line with another command, after the prompt that documentation shows. Any other line goes on with the
 * command, because a copied command may have lost its line continuations.
 */
const nextCommand = /^\n\s*(?:\$\s+)?(?=curl(?:\.exe)?\s)/i;

/** `$NAME` and `${name}`. Another name with small letters may be a part of an address or of JSON, such as `$and`. */
const shellVariable = /\$(?:\{([A-Za-z_]\w{0,79})\}|([A-Z_][A-Z\d_]{0,79})(?!\w))/;

/** Returns the names of variables that `shellWords` replaces with references. */
export function shellVariables(command: string): Set<string> {
  const all = command.matchAll(new RegExp(shellVariable, 'g'));
  return new Set([...all].map(([, inBraces, bare]) => inBraces ?? bare ?? ''));
}

/**
 * Splits a command line into words. A variable of a POSIX shell becomes a reference of the document, such as `{{NAME}}`.
 * An operator between two commands is a word, and a redirection begins one. An unclosed quote extends to the end of the
 * text.
 */
export function shellWords(command: string): string[] {
  const shell = shellOf(command);
  const words: string[] = [];
  const text = shell === 'cmd' ? withoutCarets(command) : command.replace(/\r\n?/g, '\n');
  let word: string | undefined;
  let index = 0;
  while (index < text.length) {
    const operator = operatorAt(text, index, word, shell);
    if (operator !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      const nextLine = operator === '\n' ? nextCommand.exec(text.slice(index, index + 100))?.[0] : undefined;
      if (nextLine !== undefined) words.push(';');
      else if (/^[|&;]/.test(operator)) words.push(operator);
      // The sign of a redirection is the first piece of the next word.
      if (operator !== '>') index += (nextLine ?? operator).length;
    } else {
      const [piece, next] = readPiece(text, index, shell);
      // A line continuation adds nothing: it neither starts nor ends a word.
      word = piece === undefined ? word : (word ?? '') + piece;
      index = next;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

/**
 * Returns the white space or operator that ends an unquoted word at this place. Documentation writes addresses without
 * quotes: `&` inside of a word belongs to its query, and `<…>` is a placeholder.
 */
function operatorAt(text: string, index: number, word = '', shell: Shell): string | undefined {
  const found = /^(?:\s|;|\|\|?|&&|&(?=\s|$)|>)/.exec(text.slice(index, index + 2))?.[0];
  if (found === undefined || /^\s/.test(found)) return found;
  const isPlaceholder = word.lastIndexOf('<') > Math.max(0, word.lastIndexOf('>'));
  if (isPlaceholder || (found === ';' && shell === 'cmd')) return undefined;
  // `2>` and `&>` are redirections; an operator after `>` belongs to it.
  return found === '>' && /^$|^[\d&]$|[<>]/.test(word) ? undefined : found;
}

/**
 * Reads one quoted or unquoted piece of a word. Returns it with the offset of the next piece; `undefined` for a line
 * continuation.
 */
function readPiece(text: string, start: number, shell: Shell): [piece: string | undefined, next: number] {
  const character = text.charAt(start);
  const escape = shell === 'posix' ? '\\' : shell === 'powershell' ? '`' : '';
  if (character === escape) {
    const lineBreak = /^[ \t]*\n/.exec(text.slice(start + 1, start + 80));
    if (lineBreak !== null) return [undefined, start + 1 + lineBreak[0].length];
    return [text.charAt(start + 1), start + 2];
  }
  if (shell === 'posix' && character === '$') {
    if (text.charAt(start + 1) === "'") return readAnsi(text, start + 2);
    return readVariable(text, start);
  }
  if (character === '"') return readDouble(text, start + 1, shell);
  if (character === "'" && shell !== 'cmd') return readSingle(text, start + 1, shell);
  return [character, start + 1];
}

/** Reads `$NAME` or `${name}`. Any other `$` is a part of the text. */
function readVariable(text: string, start: number): [string, number] {
  const match = shellVariable.exec(text.slice(start, start + 90));
  if (match?.index !== 0) return ['$', start + 1];
  return [`{{${match[1] ?? match[2]}}}`, start + match[0].length];
}

function readSingle(text: string, start: number, shell: Shell): [string, number] {
  const pieces: string[] = [];
  let from = start;
  for (;;) {
    const end = text.indexOf("'", from);
    if (end < 0) return [pieces.join('') + text.slice(from), text.length];
    pieces.push(text.slice(from, end));
    // PowerShell doubles a quote to escape it.
    if (shell !== 'powershell' || text.charAt(end + 1) !== "'") return [pieces.join(''), end + 1];
    pieces.push("'");
    from = end + 2;
  }
}

function readDouble(text: string, start: number, shell: Shell): [string, number] {
  let piece = '';
  let index = start;
  for (; index < text.length; index++) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === '\\' && shell === 'posix' && next === '\n') index++;
    else if (character === '\\' && (shell === 'posix' ? '"\\$`' : '"').includes(next) && next !== '') {
      piece += next;
      index++;
    } else if (character === '\\' && shell === 'cmd' && next === '\\' && /^\\+"/.test(text.slice(index, index + 64))) {
      piece += next;
      index++;
    } else if (character === '$' && shell === 'posix') {
      const [variable, end] = readVariable(text, index);
      piece += variable;
      index = end - 1;
    } else if (shell === 'powershell' && character === '`' && next !== '') {
      piece += { n: '\n', t: '\t', r: '\r' }[next] ?? next;
      index++;
    } else if (character === '"') {
      if (shell === 'posix' || next !== '"') return [piece, index + 1];
      piece += '"';
      index++;
    } else piece += character;
  }
  return [piece, index];
}

const ansi: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
};

/** Bytes in octal digits. Several of them can form one character. */
const octalBytes = /(?:\\[0-7]{1,3})+/y;

/** Reads `$'…'`, the form in which browsers copy text with line breaks. */
function readAnsi(text: string, start: number): [string, number] {
  let piece = '';
  for (let index = start; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "'") return [piece, index + 1];
    if (character !== '\\') {
      piece += character;
      continue;
    }
    octalBytes.lastIndex = index;
    const [octal = ''] = octalBytes.exec(text) ?? [];
    const code = /^(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8}))/i.exec(text.slice(index + 1, index + 10));
    const hex = code?.[1] ?? code?.[2] ?? code?.[3];
    if (octal !== '') {
      piece += Buffer.from(
        octal
          .slice(1)
          .split('\\')
          .map(digits => parseInt(digits, 8)),
      ).toString();
      index += octal.length - 1;
    } else if (code !== null && hex !== undefined && parseInt(hex, 16) <= 0x10ffff) {
      // `\u` may be one half of a surrogate pair.
      piece += code[3] === undefined ? String.fromCharCode(parseInt(hex, 16)) : String.fromCodePoint(parseInt(hex, 16));
      index += code[0].length;
    } else {
      const next = text.charAt(index + 1);
      piece += ansi[next] ?? next;
      index++;
    }
  }
  return [piece, text.length];
}

/**
 * Removes carets like cmd, which does so before a program reads the line. A caret at the end of a line joins it with
 * the next. The line break of a value is written as such a caret and an empty line.
 */
function withoutCarets(command: string): string {
  return command.replace(/\^(?:[ \t]*(?:\r\n?|\n)|([^]))/g, (_, character: string | undefined) => character ?? '');
}
