/**
 * Reads tab-separated text from a spreadsheet: tabs separate fields, line ends separate records. A field in double
 * quotes may hold any character.
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
    // A text that ends with a tab has an empty last field.
    rows.push(isTab ? [...row, ''] : row);
    row = [];
  }
  return rows;
}

/** Ends a text of several fields with a line end, so that an empty last field is kept. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(row => row.map(quoted).join('\t'));
  return rows.length === 1 && rows[0]?.length === 1 ? (lines[0] ?? '') : lines.map(line => `${line}\n`).join('');
}

/** @returns the field, and the offset of the tab or line end after it */
function fieldAt(text: string, start: number): [field: string, end: number] {
  const end = text[start] === '"' ? closing(text, start) : -1;
  if (end >= 0) return [text.slice(start + 1, end).replaceAll('""', '"'), end + 1];
  const ends = ['\t', '\r\n', '\n'].map(sign => text.indexOf(sign, start)).filter(at => at >= 0);
  const nearest = Math.min(...ends, text.length);
  return [text.slice(start, nearest), nearest];
}

/** The offset of the closing quote; -1 when the opening quote is an ordinary character. */
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
