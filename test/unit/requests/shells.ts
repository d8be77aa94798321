// Minimal shell parsers for the commands that the exporters write.

/**
 * Returns the words of a command at the prompt of cmd.exe.
 * @throws when cmd.exe would run anything besides this one command
 */
export function cmdArguments(command: string): string[] {
  return programArguments(withoutCarets(expanded(command)));
}

/**
 * Throws if cmd.exe would replace a variable. All are assumed to be set, except those whose name begins with a caret.
 */
function expanded(command: string): string {
  for (const { 1: name = '' } of command.matchAll(/%(?=([^%\n:]+)(?::[^%\n]*)?%)/g)) {
    if (!name.startsWith('^')) throw new Error(`cmd fills in ${name}`);
  }
  return command;
}

/** Parses carets and quotes like cmd.exe. An unescaped operator would begin another command. */
function withoutCarets(command: string): string {
  let text = '';
  let isQuoted = false;
  for (let index = 0; index < command.length; index++) {
    const sign = command.charAt(index);
    if (sign === '^' && !isQuoted) {
      index++;
      // A caret removes a following line break, and the character after it is literal, even a line break.
      if (command.charAt(index) === '\n') index++;
      text += command.charAt(index);
      continue;
    }
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === '\n' || (!isQuoted && '&|<>()'.includes(sign))) throw new Error(`cmd runs ${command.slice(index)}`);
    text += sign;
  }
  return text;
}

/** Splits a command line into words like the C library. */
function programArguments(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const slashes = /^\\*/.exec(line.slice(index))?.[0].length ?? 0;
    if (line.charAt(index + slashes) === '"') {
      word = (word ?? '') + '\\'.repeat(slashes / 2);
      if (slashes % 2 === 1) word += '"';
      else isQuoted = !isQuoted;
      index += slashes;
    } else if (slashes > 0) {
      word = (word ?? '') + '\\'.repeat(slashes);
      index += slashes - 1;
    } else if (!isQuoted && /[ \t]/.test(line.charAt(index))) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + line.charAt(index);
  }
  return word === undefined ? words : [...words, word];
}

/**
 * Returns the text that PowerShell passes to cURL. A here-string ends at a line that begins with any kind of single
 * quote and @.
 */
export function optionsText(command: string): string {
  const [start = '', end = ''] = [
    "& {\n$OutputEncoding = [Text.UTF8Encoding]::new($false)\n@'\n",
    ' | curl.exe --config -\n}',
  ];
  if (!command.startsWith(start)) throw new Error(`PowerShell runs ${command}`);
  const rest = command.slice(start.length);
  const close = /\n['\u2018\u2019\u201a\u201b]@/.exec(rest);
  if (close === null || rest.slice(close.index + 3) !== end) throw new Error(`PowerShell runs ${rest}`);
  return rest.slice(0, close.index);
}

/** Returns the words of a cURL options file. */
export function optionWords(text: string): string[] {
  return text.split('\n').flatMap(line => {
    const [, flag = '', value] = /^(-\S+)(?: "((?:[^"\\]|\\.)*)")?$/.exec(line) ?? [];
    if (flag === '') throw new Error(`cURL cannot read ${line}`);
    const signs: Record<string, string> = { n: '\n', r: '\r', t: '\t', v: '\v' };
    return value === undefined ? [flag] : [flag, value.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign)];
  });
}
