import * as vscode from 'vscode';
import type { ArrivingResponse, ArrivedPart } from '../../../requests/sending/arrivingText';
import { sizeText } from './responseText';

/**
 * The time in milliseconds before the first and between further updates of the document. A response that is complete
 * sooner is shown at once and as a whole.
 */
const pause = 300;

/** The part of a response that arrived before it ended early. */
export interface PartialResponse {
  /** In bytes. */
  size: number;
  part: ArrivedPart;
}

/** The document of a response that is still arriving. The text grows until the complete response replaces it. */
export class ArrivingDocument {
  readonly #head: readonly string[];
  /** Shows a text in the document. The first call opens the document. */
  readonly #show: (text: string) => void;
  #latest: ArrivingResponse | undefined;
  #isShown = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param head lines below the status: the request and its target */
  constructor(head: readonly string[], show: (text: string) => void) {
    this.#head = head;
    this.#show = show;
  }

  add(arriving: ArrivingResponse): void {
    this.#latest = arriving;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#draw(arrivingNotes);
    }, pause);
  }

  /** Stops updates, because the complete response or its failure replaces the text. Returns what has arrived. */
  end(): PartialResponse | undefined {
    clearTimeout(this.#timer);
    return this.#latest && { size: this.#latest.size, part: this.#latest.read() };
  }

  /** Stops updates and keeps the received part, with a note that the request was cancelled. */
  cancel(): void {
    clearTimeout(this.#timer);
    if (!this.#isShown) return;
    this.#draw(({ size, part }) => [
      vscode.l10n.t('Cancelled. {0} had arrived until then.', sizeText(size)),
      ...missingNotes(part),
    ]);
  }

  /** Stops updates and adds a note that the response cannot be kept. @param reason a sentence */
  fail(reason: string): void {
    clearTimeout(this.#timer);
    if (!this.#isShown) return;
    this.#draw(({ size, part }) => [
      vscode.l10n.t('The response cannot be shown as a whole. {0}', reason),
      vscode.l10n.t('{0} had arrived.', sizeText(size)),
      ...missingNotes(part),
    ]);
  }

  #draw(notesOf: (arrived: PartialResponse) => string[]): void {
    if (this.#latest === undefined) return;
    const { status, statusText, size, read } = this.#latest;
    const part = read();
    const notes = notesOf({ size, part }).map(note => `# ${note}`);
    const head = [`HTTP ${status} ${statusText}`.trimEnd(), ...this.#head, ...notes].join('\n');
    this.#isShown = true;
    this.#show(`${head}\n\n${part.text}`);
  }
}

function arrivingNotes({ size, part }: PartialResponse): string[] {
  return [
    vscode.l10n.t('{0} arrived so far…', sizeText(size)),
    ...(part.lacksStart ? [vscode.l10n.t('Earlier parts are shown when the response is complete.')] : []),
    ...(part.isShowable ? [] : [onlyComplete()]),
  ];
}

/** Returns notes about received parts that the document does not show. For responses that ended early. */
export function missingNotes({ lacksStart, lacksEnd, isShowable }: ArrivedPart): string[] {
  return [
    ...(lacksStart ? [vscode.l10n.t('The beginning is missing here.')] : []),
    ...(lacksEnd ? [vscode.l10n.t('The end is missing here.')] : []),
    ...(isShowable ? [] : [onlyComplete()]),
  ];
}

function onlyComplete(): string {
  return vscode.l10n.t('A response of this type is shown only when it is complete.');
}
