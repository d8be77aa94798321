/** The format of a table as text: its separators, and the cells that need quotes. */
export interface Dialect {
  delimiter: ',' | '\t';
  lineEnd: '\r\n' | '\n';
  /** Cells that are written in quotes. */
  quoted: RegExp;
}

/** RFC 4180. Outer spaces are quoted too, because some readers remove them. */
export const csv: Dialect = { delimiter: ',', lineEnd: '\r\n', quoted: /[",\r\n]|^\s|\s$/ };

/** The form that spreadsheets put on the clipboard. */
export const tsv: Dialect = { delimiter: '\t', lineEnd: '\n', quoted: /^"|[\t\r\n]/ };

/** Marks a file as UTF-8; without it spreadsheets garble Chinese text. */
export const byteOrderMark = '\ufeff';

/** Writes cells as one line, without its line end. */
export function writeCells(cells: readonly string[], { delimiter, quoted }: Dialect): string {
  return cells.map(cell => (quoted.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
}

/**
 * Writes rows for the clipboard. Every row ends with a line end, so that an empty last row is not lost. A single cell is
 * plain text without a line end.
 */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(row => writeCells(row, tsv));
  return rows.length === 1 && rows[0]?.length === 1 ? (lines[0] ?? '') : lines.map(line => line + tsv.lineEnd).join('');
}

/** Reads a whole text. */
export function readLines(text: string, dialect: Dialect): string[][] {
  const reader = new LineReader(dialect);
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}

interface Line {
  cells: string[];
  /** Number of the first line of these cells in the file, from 1. A quoted cell may contain line ends. */
  number: number;
}

/**
 * An unfinished text of this length is parsed again only when it has doubled, so that a long cell takes linear time.
 */
const retryLength = 1 << 20;

/**
 * Reads lines from a text that arrives in pieces. A cell that begins with a quote ends with a quote and may contain any
 * character. Elsewhere a quote is an ordinary character.
 */
export class LineReader {
  readonly #dialect: Dialect;
  readonly #end: RegExp;
  readonly #longest: number;
  #rest = '';
  #number = 1;
  #retryAt = 0;
  /** The number of the line with a quoted cell that never ends. Known after `end`. */
  unclosed: number | undefined;

  /** @param longest from this length on, an unfinished text is parsed again with each piece */
  constructor(dialect: Dialect, longest = Infinity) {
    this.#dialect = dialect;
    this.#longest = longest;
    this.#end = dialect.delimiter === ',' ? /[,\n]/g : /[\t\n]/g;
  }

  /** Number of characters of the unfinished line. */
  get pending(): number {
    return this.#rest.length;
  }

  /** The number of the line in the text in which the unfinished line begins; a cell can contain line ends. */
  get pendingLine(): number {
    return this.#number;
  }

  push(piece: string): Line[] {
    this.#rest += piece;
    return this.#rest.length < this.#retryAt ? [] : this.#read(false);
  }

  end(): Line[] {
    return this.#read(true);
  }

  #read(isLast: boolean): Line[] {
    const text = this.#rest;
    const lines: Line[] = [];
    let at = 0;
    while (at < text.length) {
      const line = this.#lineAt(text, at, isLast);
      if (line === undefined) break;
      lines.push({ cells: line.cells, number: this.#number });
      this.#number += lineEnds(text, at, line.end);
      at = line.end;
    }
    this.#rest = text.slice(at);
    this.#retryAt = this.#rest.length < retryLength ? 0 : Math.min(2 * this.#rest.length, this.#longest);
    return lines;
  }

  /** @returns `undefined` if the line may continue */
  #lineAt(text: string, start: number, isLast: boolean): { cells: string[]; end: number } | undefined {
    const cells: string[] = [];
    for (let at = start; ;) {
      const parsed = this.#quotedCell(text, at, isLast) ?? this.#plainCell(text, at, isLast);
      if (parsed === 'unfinished') return undefined;
      cells.push(parsed.cell);
      const { end } = parsed;
      if (text[end] !== this.#dialect.delimiter)
        return { cells, end: Math.min(end + (text[end] === '\r' ? 2 : 1), text.length) };
      at = end + 1;
    }
  }

  #plainCell(text: string, start: number, isLast: boolean): { cell: string; end: number } | 'unfinished' {
    this.#end.lastIndex = start;
    const index = this.#end.exec(text)?.index;
    if (index === undefined && !isLast) return 'unfinished';
    const end = index ?? text.length;
    const isLineEnd = text[end] === '\n' && end > start && text[end - 1] === '\r';
    const cellEnd = isLineEnd ? end - 1 : end;
    return { cell: text.slice(start, cellEnd), end: cellEnd };
  }

  /** @returns `undefined` if the cell is not in quotes; `end` is where its delimiter or line end begins */
  #quotedCell(text: string, start: number, isLast: boolean): { cell: string; end: number } | 'unfinished' | undefined {
    if (text[start] !== '"') return undefined;
    for (let from = start + 1; ;) {
      const quote = text.indexOf('"', from);
      if (quote < 0) {
        if (isLast) this.unclosed ??= this.#number;
        return isLast ? undefined : 'unfinished';
      }
      const next = text[quote + 1];
      if (next === '"') {
        from = quote + 2;
        continue;
      }
      const end = quote + 1;
      if (!isLast && (next === undefined || (next === '\r' && text[end + 1] === undefined))) return 'unfinished';
      const isEnd = next === undefined || next === this.#dialect.delimiter || next === '\n';
      if (!isEnd && !text.startsWith('\r\n', end)) return undefined;
      return { cell: text.slice(start + 1, quote).replaceAll('""', '"'), end };
    }
  }
}

function lineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
