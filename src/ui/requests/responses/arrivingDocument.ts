import * as vscode from 'vscode';
import type { Arriving } from '../../../requests/sending/arrivingText';
import { sizeText } from './responseText';

/** Characters that are shown of a response while it arrives: the newest. All of it is shown when it is complete. */
const longestShown = 256_000;
/** Milliseconds. A response that is complete sooner is shown at once and as a whole. */
const pause = 300;

/** The document of a response that is still arriving. It grows, and becomes the one of the complete response. */
export class ArrivingDocument {
  readonly #head: readonly string[];
  /** Shows a text in the document, and opens it the first time. */
  readonly #show: (text: string) => void;
  #latest: Arriving | undefined;
  #text = '';
  #isCut = false;
  #isShown = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param head lines below the status: what was sent, and where to */
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

  /** Ends drawing, because the complete response or its failure takes this place. Returns what was shown. */
  end(): string {
    clearTimeout(this.#timer);
    return this.#isShown ? this.#text : '';
  }

  /** Ends drawing and keeps what arrived. */
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
