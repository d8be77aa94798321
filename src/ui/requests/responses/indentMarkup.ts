import { Parser } from 'htmlparser2';

/** Elements whose white space is significant. */
const unchanged = new Set(['pre', 'script', 'style', 'textarea']);
/** The maximum indentation level. */
const deepest = 40;

/**
 * Puts each XML or HTML element on its own line and keeps everything except white space between tags. Returns
 * `undefined` for text that would lose content, for example with stray tags.
 */
export function indentMarkup(text: string, contentType: string): string | undefined {
  const xmlMode = !/html/i.test(contentType) || /xhtml/i.test(contentType);
  const lines = new MarkupLines(text, xmlMode);
  const parser: Parser = new Parser(
    {
      onopentag: name => lines.open(name, parser.startIndex, parser.endIndex + 1),
      onclosetag: (name, isImplied) => lines.close(name, isImplied, parser.startIndex, parser.endIndex + 1),
      ontext: () => lines.text(parser.startIndex, parser.endIndex + 1),
      oncomment: () => lines.standalone(parser.startIndex, parser.endIndex + 1),
      onprocessinginstruction: () => lines.standalone(parser.startIndex, parser.endIndex + 1),
    },
    { xmlMode, decodeEntities: false, recognizeCDATA: true },
  );
  parser.end(text);
  const indented = lines.toString();
  return withoutSpace(indented) === withoutSpace(text) ? indented : undefined;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

class MarkupLines {
  readonly #source: string;
  readonly #isXml: boolean;
  readonly #lines: string[] = [];
  #depth = 0;
  /** Text directly after an opening tag. It stays on the line of this tag if only the closing tag follows. */
  #leaf: string | undefined;
  /** The range of the current text, which may arrive in several parts. */
  #text: { start: number; end: number } | undefined;
  /** The element that is kept as written: its name, its start, and the number of open elements with this name. */
  #raw: { name: string; start: number; open: number } | undefined;

  constructor(source: string, isXml: boolean) {
    this.#source = source;
    this.#isXml = isXml;
  }

  open(name: string, start: number, end: number): void {
    if (this.#raw !== undefined) {
      if (this.#raw.name === name) this.#raw.open += 1;
      return;
    }
    this.#endText();
    this.#endLeaf();
    if (!this.#isXml && unchanged.has(name)) {
      this.#raw = { name, start, open: 1 };
      return;
    }
    this.#push(this.#source.slice(start, end));
    this.#depth += 1;
    this.#leaf = '';
  }

  close(name: string, isImplied: boolean, start: number, end: number): void {
    if (this.#raw !== undefined) {
      if (this.#raw.name !== name || (this.#raw.open -= 1) > 0) return;
      this.#push(this.#source.slice(this.#raw.start, isImplied ? start : end));
      this.#raw = undefined;
      return;
    }
    this.#endText();
    this.#depth -= 1;
    const tag = isImplied ? '' : this.#source.slice(start, end);
    if (this.#leaf !== undefined) {
      this.#lines.push(`${this.#lines.pop() ?? ''}${this.#leaf}${tag}`);
      this.#leaf = undefined;
    } else if (tag !== '') this.#push(tag);
  }

  text(start: number, end: number): void {
    if (this.#raw === undefined) this.#text = { start: this.#text?.start ?? start, end };
  }

  standalone(start: number, end: number): void {
    if (this.#raw !== undefined) return;
    this.#endText();
    this.#endLeaf();
    this.#push(this.#source.slice(start, end));
  }

  toString(): string {
    this.#endText();
    this.#endLeaf();
    if (this.#raw !== undefined) this.#push(this.#source.slice(this.#raw.start));
    return this.#lines.join('\n');
  }

  #endText(): void {
    const text = this.#text === undefined ? '' : this.#source.slice(this.#text.start, this.#text.end).trim();
    this.#text = undefined;
    if (text === '') return;
    if (this.#leaf === '') this.#leaf = text;
    else {
      this.#endLeaf();
      this.#push(text);
    }
  }

  #endLeaf(): void {
    const text = this.#leaf ?? '';
    this.#leaf = undefined;
    if (text !== '') this.#push(text);
  }

  #push(text: string): void {
    this.#lines.push('  '.repeat(Math.min(this.#depth, deepest)) + text);
  }
}
