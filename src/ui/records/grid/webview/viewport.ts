import { columnsIn, rowHeight, rowsIn, scrolledTo, type ScrolledPart, type TableSizes } from './visible';

/** Watches a scroller and reports which rows and columns of its table are visible. */
export class Viewport {
  readonly #scroller: HTMLElement;
  #sizes: TableSizes = { rows: 0, widths: [], pinned: 0 };
  // Stored after scrolling, resizing and measuring. Reading it from the DOM while cells are drawn would force a layout.
  #part: ScrolledPart = { top: 0, left: 0, width: 0, height: 0 };
  #frame = 0;

  /** @param changed called after scrolling or resizing, at most once per frame */
  constructor(scroller: HTMLElement, changed: () => void) {
    this.#scroller = scroller;
    const update = () => {
      cancelAnimationFrame(this.#frame);
      this.#frame = requestAnimationFrame(() => {
        this.#read();
        changed();
      });
    };
    scroller.addEventListener('scroll', update, { passive: true });
    new ResizeObserver(update).observe(scroller);
  }

  /** Sets new sizes of the table. */
  measure(sizes: TableSizes): void {
    this.#sizes = sizes;
    this.#read();
  }

  get rows(): number[] {
    return rowsIn(this.#part, this.#sizes);
  }

  get columns(): number[] {
    return columnsIn(this.#part, this.#sizes);
  }

  /** Returns the number of rows that fit on the screen. */
  get page(): number {
    return Math.max(1, Math.floor(this.#part.height / rowHeight) - 1);
  }

  scrollToRow(row: number): void {
    const { top, height } = this.#part;
    const start = row * rowHeight;
    this.#scroll(scrolledTo(top, height - rowHeight, start, start + rowHeight), this.#part.left);
  }

  scrollToColumn(column: number): void {
    const { left, width } = this.#part;
    const { widths, pinned } = this.#sizes;
    const start = widths.slice(0, column).reduce((sum, each) => sum + each, 0);
    this.#scroll(this.#part.top, scrolledTo(left, width - pinned, start, start + (widths[column] ?? 0)));
  }

  #scroll(top: number, left: number): void {
    if (top === this.#part.top && left === this.#part.left) return;
    this.#part = { ...this.#part, top, left };
    this.#scroller.scrollTo(left, top);
  }

  #read(): void {
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = this.#scroller;
    this.#part = { top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight };
  }
}
