import * as vscode from 'vscode';
import type { Arriving } from '../../../requests/sending/arrivingText';
import { sizeText } from './responseText';

/** The number of characters shown of an arriving response, from its end. The complete response is shown in full. */
const longestShown = 256_000;
/** Milliseconds. A response that completes earlier is shown only once. */
const pause = 300;

/** The document of an arriving response. It grows and becomes the document of the complete response. */
export class ArrivingDocument {
  readonly #head: readonly string[];
  /** Shows a text in the document, which opens the first time. */
  readonly #show: (text: string) => void;
  #latest: Arriving | undefined;
  #text = '';
  #isCut = false;
  #isShown = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param head lines below the status: the request and its target */
  constructor(head: readonly string[], show: (text: string) => void) {
    this.#head = head;
    this.#show = show;
  }

  add(arriving: Arriving): void {
    this.#latest = arriving;
    this.#text += arriving.text;
    if (this.#text.length > longestShown) {
      this.#text = this.#text.slice(this.#text.indexOf('\n', this.#text.length - longestShown) + 1);
      this.#isCut = true;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#draw(vscode.l10n.t('{0} arrived so far…', sizeText(this.#latest?.size ?? 0)));
    }, pause);
  }

  /** Stops drawing before the complete response or an error replaces the text. Returns the shown text. */
  end(): string {
    clearTimeout(this.#timer);
    return this.#isShown ? this.#text : '';
  }

  /** Stops drawing and keeps the shown part. */
  cancel(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#draw(vscode.l10n.t('Cancelled. Only this arrived until then.'));
  }

  #draw(state: string): void {
    const { status = 0, statusText = '' } = this.#latest ?? {};
    const notes = this.#isCut ? [vscode.l10n.t('Earlier parts are shown when the response is complete.')] : [];
    const lines = [
      `HTTP ${status} ${statusText}`.trimEnd(),
      ...this.#head,
      ...[state, ...notes].map(note => `# ${note}`),
    ];
    this.#isShown = true;
    this.#show(`${lines.join('\n')}\n\n${this.#text}`);
  }
}
