import { isLastingCredential } from '../../api/credentialFields';
import type { Span } from '../../api/masking/spans';

/** A program whose `-p` is always a password, also without a space. */
const programPattern =
  /(?<!\w@|[.-])\b(?<program>(?:mysql|mongo)\w*|mariadb\w*(?:-[a-z]+){0,3}|sshpass)\b(?!-\w|[\w.-]{0,80}\.(?!(?:exe|EXE|sh|cmd|bat)\b)\w)/;
/** The name of such a program where it may also be a host. Then `-p` can be followed by a port. */
const hostPattern = /\b(?<host>(?:mysql|mariadb|mongo)\w*|sshpass)\b/;
/** The end of a command. An escaped line end does not end it. */
const separatorPattern = /(?<separator>[|;&]|(?<!(?:\\|[ \t]`|\^)\r?)\n)/;
/** An option, up to the first character of its value. `mkdir -p` takes no value. */
const optionPattern =
  /(?<![\w-])-(?:(?<!\bmkdir -)p|-(?<name>[A-Za-z][\w-]{0,80}))(?<space>[^\S\r\n]{0,4})\\{0,8}(?<quote>["'])?/;
const tokens = new RegExp(
  [programPattern, hostPattern, separatorPattern, optionPattern].map(({ source }) => source).join('|'),
  'g',
);
/** Programs of Windows in any case. Without `.exe`, a name with capitals is mostly a product or a variable. */
const windowsProgram = /\b(?:mysql|mongo|mariadb|sshpass)[\w-]{0,80}\.exe\b/gi;
/** Patterns of values by opening quote. Each quote or space ends at most one value, so finding all takes linear time. */
const values: Readonly<Record<string, RegExp>> = { '': /[^\s"'<>]+/y, '"': /[^"\r\n]+/y, "'": /[^'\r\n]+/y };
/** Values of `-p` that are not credentials: `ssh -p 22`, `docker run -p 127.0.0.1:80:80/tcp`, `mkdir -p ./a`. */
const portOrFolder = /^(?:\d{1,5}(?:[:,./-]\d{1,5})*(?:\/(?:tcp|udp))?$|(?:\.{0,2}|~)\/)/;

/** Finds the credentials in command lines: `--client-secret x`, `-p x`, `mysql -px`. */
export function* optionValues(text: string): Generator<Span> {
  if (!text.includes('-')) return;
  /** Whether `-p` belongs to a program above; then its value is a password even if it looks like a port. */
  let isAfterProgram = false;
  /** Whether the command has such a program or host; then `-p` can be attached to its value, as in `-pSecret`. */
  let canBeAttached = false;
  let covered = 0;
  for (const match of text.replace(windowsProgram, name => name.toLowerCase()).matchAll(tokens)) {
    const { 0: whole, index, groups = {} } = match;
    const { program, host, separator, name, space, quote = '' } = groups;
    if (host !== undefined) {
      canBeAttached = true;
      continue;
    }
    if (program !== undefined || separator !== undefined) {
      isAfterProgram = program !== undefined;
      // A separator can be part of a quoted argument, but a line end ends the command.
      canBeAttached = isAfterProgram || (canBeAttached && separator !== '\n');
      continue;
    }
    const isAttached = space === '';
    // An attached `-p` inside the value that was found last belongs to that value.
    if (isAttached && (name !== undefined || !canBeAttached || index < covered)) continue;
    if (name !== undefined && !isLastingCredential(name.replaceAll('-', '_'))) continue;
    const pattern = values[quote] as RegExp;
    const start = (pattern.lastIndex = index + whole.length);
    const value = pattern.exec(text)?.[0] ?? '';
    const isPortOrFolder = name === undefined && portOrFolder.test(value) && (!isAfterProgram || value.includes(':'));
    if (value === '' || (value.startsWith('-') && !isAttached) || isPortOrFolder) continue;
    covered = start + value.length;
    yield { start, end: covered };
  }
}
