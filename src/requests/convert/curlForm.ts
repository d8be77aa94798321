import type { PlainPart } from '../../api/http/plainRequest';

/**
 * Parses an argument of `--form`: `name=text`, `name=<file` or `name=@file;type=…;filename=…`. Values with spaces or
 * semicolons are in double quotes.
 * @param dropped gets the other options of the part
 */
export function formPart(written: string, dropped: string[]): PlainPart {
  const name = textBefore(written, '=');
  const [content = '', ...options] = splitForm(textAfter(written, '='));
  const mark = /^[@<]/.exec(content)?.[0];
  const value = unquoted(mark === undefined ? content : content.slice(1));
  const option = (key: string): string | undefined =>
    options
      .map(one => one.trim())
      .find(one => one.startsWith(`${key}=`))
      ?.slice(key.length + 1);
  // cURL sends an upload (`@`) with a file name, and the content of a file (`<`) as a plain field.
  const named = mark === '<' ? undefined : option('filename');
  const filename = named === undefined ? (mark === '@' ? baseName(value) : undefined) : unquoted(named);
  const contentType = option('type');
  for (const other of ['headers', 'encoder']) if (option(other) !== undefined) dropped.push(`-F ${other}=…`);
  return {
    name,
    value: mark === undefined ? { text: value } : { path: value },
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType: unquoted(contentType) }),
  };
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

function splitForm(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|[^;"]|")+/gs) ?? [];
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}

/** Returns the text before the first `mark`, or the whole text without one. */
export function textBefore(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

/** Returns the text after the first `mark`, or an empty text without one. */
export function textAfter(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + 1);
}
