import { isLastingCredential } from '../../api/credentialFields';
import type { Span } from '../../api/masking/spans';

/** A command line option with the space and quote before its value. */
const option = /(?<![\w-])-(?:p|-([A-Za-z][\w-]{0,80}))[^\S\r\n]{1,4}\\{0,8}(["'])?/g;
/** Patterns of values by opening quote. Each quote or space ends at most one value, so finding all takes linear time. */
const values: Readonly<Record<string, RegExp>> = { '': /[^\s"'<>]+/y, '"': /[^"\r\n]+/y, "'": /[^'\r\n]+/y };
/** Values of `-p` that are no credentials: `ssh -p 22`, `docker run -p 127.0.0.1:80:80/tcp`, `mkdir -p ./a`. */
const portOrFolder = /^(?:\d{1,5}(?:[:,./-]\d{1,5})*(?:\/(?:tcp|udp))?$|(?:\.{0,2}|~)\/)/;

/** Finds the credentials in command lines: `--client-secret x`, `-p x`. */
export function* optionValues(text: string): Generator<Span> {
  if (!text.includes('-')) return;
  for (const { 0: whole, 1: name, 2: quote = '', index } of text.matchAll(option)) {
    if (name !== undefined && !isLastingCredential(name.replaceAll('-', '_'))) continue;
    const pattern = values[quote] as RegExp;
    const start = (pattern.lastIndex = index + whole.length);
    const value = pattern.exec(text)?.[0] ?? '';
    const isPortOrFolder = name === undefined && portOrFolder.test(value);
    if (value !== '' && !value.startsWith('-') && !isPortOrFolder) yield { start, end: start + value.length };
  }
}
