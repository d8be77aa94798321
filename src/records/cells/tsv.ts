/**
 * Reads what spreadsheets put on the clipboard: fields between tabs, records between line ends; a field that begins with a
 * double quote ends with one, and holds any character.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [field, end] = fieldAt(text, at);
    row.push(field);
    const isTab = text[end] === '\t';
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (isTab && at < text.length) continue;
    // The last field of a text that ends with a tab is empty.
    rows.push(isTab ? [...row, ''] : row);
    row = [];
  }
  return rows;
}

/** More than one field end with a line end, so that a last one that is empty is not lost. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(row => row.map(quoted).join('\t'));
  return rows.length === 1 && rows[0]?.length === 1 ? (lines[0] ?? '') : lines.map(line => `${line}\n`).join('');
}

/** @returns the field, and where the tab or line end behind it is */
function fieldAt(text: string, start: number): [field: string, end: number] {
  const end = text[start] === '"' ? closing(text, start) : -1;
  if (end >= 0) return [text.slice(start + 1, end).replaceAll('""', '"'), end + 1];
  const ends = ['\t', '\r\n', '\n'].map(sign => text.indexOf(sign, start)).filter(at => at >= 0);
  const nearest = Math.min(...ends, text.length);
  return [text.slice(start, nearest), nearest];
}

/** Where the quote that ends a field is; -1: the first one is a sign like any other. */
function closing(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    if (text[at + 1] !== '"') break;
    at += 2;
  }
  return at + 1 === text.length || /^(\t|\r?\n)/.test(text.slice(at + 1, at + 3)) ? at : -1;
}

function quoted(field: string): string {
  return /^"|[\t\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
