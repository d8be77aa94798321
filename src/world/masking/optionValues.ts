import { isLastingCredential } from '../../api/credentialFields';
import type { Span } from '../../api/masking/spans';

/**
 * A program whose `-p` is always a password, also without a space; a name that may also be a host, in which case a port
 * follows and not a password; the end of a command; or an option, up to the first character of its value.
 */
const tokens =
  /(?<!\w@|[.-])\b((?:mysql|mongo)\w*|mariadb\w*(?:-[a-z]+){0,3}|sshpass)\b(?!-\w|[\w.-]{0,80}\.(?!(?:exe|EXE|sh|cmd|bat)\b)\w)|\b((?:mysql|mariadb|mongo)\w*|sshpass)\b|([|;&]|(?<!(?:\\|[ \t]`|\^)\r?)\n)|(?<![\w-])-(?:(?<!\bmkdir -)p|-([A-Za-z][\w-]{0,80}))([^\S\r\n]{0,4})\\{0,8}(["'])?/g;
/** Programs of Windows in any case. Without `.exe`, a name with capitals is mostly a product or a variable. */
const windowsProgram = /\b(?:mysql|mongo|mariadb|sshpass)[\w-]{0,80}\.exe\b/gi;
/** Patterns of values by opening quote. Each quote or space ends at most one value, so finding all takes linear time. */
const values: Readonly<Record<string, RegExp>> = { '': /[^\s"'<>]+/y, '"': /[^"\r\n]+/y, "'": /[^'\r\n]+/y };
/** Values of `-p` that are not credentials: `ssh -p 22`, `docker run -p 127.0.0.1:80:80/tcp`, `mkdir -p ./a`. */
const portOrFolder = /^(?:\d{1,5}(?:[:,./-]\d{1,5})*(?:\/(?:tcp|udp))?$|(?:\.{0,2}|~)\/)/;

/** Finds the credentials in command lines: `--client-secret x`, `-p x`, `mysql -px`. */
export function* optionValues(text: string): Generator<Span> {
  if (!text.includes('-')) return;
  let isPassword = false;
  let isPasswordLine = false;
  let covered = 0;
  for (const match of text.replace(windowsProgram, name => name.toLowerCase()).matchAll(tokens)) {
    const { 0: whole, 1: program, 2: host, 3: separator, 4: name, 5: space, 6: quote = '', index } = match;
    if (host !== undefined) {
      isPasswordLine = true;
      continue;
    }
    if (program !== undefined || separator !== undefined) {
      isPassword = program !== undefined;
      // A separator can be part of a quoted argument, but a line end ends the command.
      isPasswordLine = isPassword || (isPasswordLine && separator !== '\n');
      continue;
    }
    const isAttached = space === '';
    // A value without a space may contain others, which are not read again.
    if (isAttached && (name !== undefined || !isPasswordLine || index < covered)) continue;
    if (name !== undefined && !isLastingCredential(name.replaceAll('-', '_'))) continue;
    const pattern = values[quote] as RegExp;
    const start = (pattern.lastIndex = index + whole.length);
    const value = pattern.exec(text)?.[0] ?? '';
    const isPortOrFolder = name === undefined && portOrFolder.test(value) && (!isPassword || value.includes(':'));
    if (value === '' || (value.startsWith('-') && !isAttached) || isPortOrFolder) continue;
    covered = start + value.length;
    yield { start, end: covered };
  }
}
