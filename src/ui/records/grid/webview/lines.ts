import { element, setText } from './dom';
import { rowHeight } from './visible';

// Milliseconds without a new line after which scrolling counts as finished and the lines are sorted.
const pause = 150;

/** The lines: `tr` elements for the rows in view. */
interface GridLines {
  at(row: number): HTMLTableRowElement | undefined;
  /** Ensures that exactly these rows have lines. */
  keep(rows: ReadonlySet<number>): void;
  clear(): void;
}

function newLine(): HTMLTableRowElement {
  const number = element('th', { role: 'rowheader', 'aria-colindex': 1, class: 'number' });
  return element('tr', { role: 'row' }, number);
}

/**
 * Manages the lines of a table. A line that leaves the view is reused with its cells for a row that comes into view,
 * because styling new cells is the most expensive part of a frame. Therefore lines are out of order during scrolling.
 */
export function createLines(body: HTMLElement): GridLines {
  const lines = new Map<number, HTMLTableRowElement>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lineAt = (row: number, free: HTMLTableRowElement | undefined): void => {
    const line = free ?? newLine();
    const [number] = line.cells;
    if (number !== undefined) setText(number, String(row + 1));
    line.setAttribute('aria-rowindex', String(row + 2));
    line.style.top = `${row * rowHeight}px`;
    line.dataset['row'] = String(row);
    delete line.dataset['drawn'];
    if (line.parentElement === null) body.append(line);
    lines.set(row, line);
  };
  /** Sorts the lines by row, for screen readers. Does not move the focused line, which would lose the focus. */
  const order = (): void => {
    const sorted = [...lines].sort(([one], [other]) => one - other).map(([, line]) => line);
    const fixed = Math.max(
      0,
      sorted.findIndex(line => line.contains(document.activeElement)),
    );
    sorted.slice(0, fixed).reduceRight((next, line) => {
      if (line.nextElementSibling !== next) next?.before(line);
      return line;
    }, sorted[fixed]);
    sorted.slice(fixed + 1).reduce((before, line) => {
      if (before?.nextElementSibling !== line) before?.after(line);
      return line;
    }, sorted[fixed]);
  };
  return {
    at: row => lines.get(row),
    keep(rows) {
      const free: HTMLTableRowElement[] = [];
      for (const [row, line] of lines) {
        if (rows.has(row)) continue;
        lines.delete(row);
        // The focused line is not reused: a screen reader would not notice that the focused cell shows another row.
        if (line.contains(document.activeElement)) line.remove();
        else free.push(line);
      }
      const coming = [...rows].filter(row => !lines.has(row));
      for (const row of coming) lineAt(row, free.shift());
      for (const line of free) line.remove();
      if (coming.length === 0) return;
      clearTimeout(timer);
      timer = setTimeout(order, pause);
    },
    clear() {
      clearTimeout(timer);
      for (const line of lines.values()) line.remove();
      lines.clear();
    },
  };
}
