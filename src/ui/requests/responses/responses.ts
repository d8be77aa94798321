import { readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { textOf } from '../../../requests/sending/bodyText';
import { contentType, fileEnding, isImage, type ReceivedResponse } from './response';
import type { ReadonlyFiles } from '../../loading/deferred';
import { schemes } from '../../platform/schemes';
import { tabUri } from '../../platform/tabUri';
import type { BackgroundWork } from './backgroundWork';
import { failureText, type Failure } from './failureText';
import { selectEvictions } from './storageLimits';
import { bodyPreview, hexCredentials, hexDump } from './responseBody';
import { comparedUri, isComparedUri, responseHead, titlePart } from './responseText';

/**
 * True if a response may contain credentials that its document masks. Always true for a large text, because its
 * document shows only the beginning.
 */
export function hasCredentials({ result, file }: ReceivedResponse): boolean {
  if (result.maskedBody() !== undefined) return file !== undefined || result.isMasked;
  return !isImage(result) && hexCredentials(result.revealBytes(), result.credentials()) !== undefined;
}

interface StoredResponse extends ReceivedResponse {
  uri: vscode.Uri;
  isRevealed: boolean;
  /** The modification time of the document in Unix milliseconds. */
  at: number;
  /** The content by URI, cached because the editor asks for size and content separately. */
  content: Map<string, Promise<Uint8Array>>;
}

/** A text in place of a response that is not stored. */
export interface PlaceholderText {
  /** The modification time in Unix milliseconds. */
  at: number;
  content: Uint8Array;
}

const limits = { responses: 50, bytes: 500_000_000 };
const wholeFolder = '/hydrogen-complete/';
/** The folder of bodies without their heads. VS Code chooses the editor by their file extensions. */
const bodyFolder = '/hydrogen-files/';

/** The latest responses as files of a read-only file system, so that text, images and diffs open in the same way. */
export class Responses implements vscode.Disposable {
  readonly #work: BackgroundWork;
  readonly #dropFile: (file: string) => Promise<void>;
  readonly #restore: (uri: vscode.Uri) => Promise<PlaceholderText>;
  readonly #closed = new AbortController();
  readonly #stored = new Map<string, StoredResponse>();
  /** Texts in place of responses that failed or are still arriving. */
  readonly #placeholders = new Map<string, PlaceholderText>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #closing: vscode.Disposable;

  /** The files of the scheme `schemes.response`. */
  readonly files: ReadonlyFiles = {
    onDidChangeFile: this.#changed.event,
    stat: uri => this.#stat(uri),
    readFile: uri => this.#readFile(uri),
  };

  /**
   * @param dropFile deletes the file of a response that is no longer stored
   * @param restore returns the text for a response of another window, or from before a reload
   */
  constructor(
    work: BackgroundWork,
    dropFile: (file: string) => Promise<void>,
    restore: (uri: vscode.Uri) => Promise<PlaceholderText>,
  ) {
    this.#work = work;
    this.#dropFile = dropFile;
    this.#restore = restore;
    this.#closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const response = uri.scheme === schemes.response ? this.find(uri) : undefined;
      // The response may still be open when its comparison is closed.
      if (response?.isRevealed === true && !isComparedUri(uri)) this.#setRevealed(response, false);
      // Frees the memory. The content is created again when the document is reopened.
      else response?.content.clear();
    });
  }

  /**
   * Stores a response and deletes the oldest ones beyond the limits.
   * @param id the ID of the response and of its history entry
   */
  add(response: ReceivedResponse, id: string): vscode.Uri {
    const ending = isImage(response.result) ? `.${fileEnding(response.result)}` : '';
    const uri = responseUri(id, `${titlePart(response.title)}${ending}`);
    const arriving = this.#placeholders.get(id);
    this.#placeholders.delete(id);
    const at = Math.max(Date.now(), (arriving?.at ?? 0) + 1);
    this.#stored.set(id, { ...response, uri, isRevealed: false, at, content: new Map() });
    if (arriving !== undefined) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    const open = openIds();
    const candidates = [...this.#stored].map(([storedId, { file, result }]) => {
      return { id: storedId, file, onDisk: file === undefined ? 0 : result.report.size, isOpen: open.has(storedId) };
    });
    for (const old of selectEvictions(candidates, limits)) {
      this.#stored.delete(old.id);
      if (old.file !== undefined) void this.#dropFile(old.file);
    }
    return uri;
  }

  /** Shows the received part of an arriving response. */
  showArriving(text: string, title: string, id: string): vscode.Uri {
    const uri = responseUri(id, titlePart(title));
    const before = this.#placeholders.get(id);
    // Moves the text to the end of the map, so that a response that still grows is not deleted as the oldest.
    this.#placeholders.delete(id);
    this.#placeholders.set(id, { at: Math.max(Date.now(), (before?.at ?? 0) + 1), content: Buffer.from(text) });
    if (before !== undefined) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    const [oldest] = this.#placeholders.keys();
    if (this.#placeholders.size > limits.responses && oldest !== undefined) this.#placeholders.delete(oldest);
    return uri;
  }

  /** Shows an explanation in place of a response that failed. */
  addFailure(failure: Failure, title: string, id: string): vscode.Uri {
    return this.showArriving(failureText(failure), title, id);
  }

  /** Returns `undefined` for a response that is no longer stored, for example after a reload. */
  find(uri: vscode.Uri): StoredResponse | undefined {
    const response = this.#stored.get(responseId(uri));
    if (response === undefined) return undefined;
    return [response.uri.path, wholePath(response.uri), bodyPath(response)].includes(uri.path) ? response : undefined;
  }

  /**
   * Returns the URI of the whole text of a large response; `undefined` for binary data or if the document is complete.
   */
  complete(uri: vscode.Uri): vscode.Uri | undefined {
    const response = this.find(uri);
    if (response?.file === undefined || response.result.maskedBody() === undefined) return undefined;
    return uri.with({ path: wholePath(response.uri), query: '' });
  }

  /** Returns the URI of the body of an image or PDF; `undefined` for other bodies, and if the document is the image. */
  bodyFile(uri: vscode.Uri): vscode.Uri | undefined {
    const response = this.find(uri);
    const path = response && bodyPath(response);
    return path === undefined ? undefined : uri.with({ path, query: '' });
  }

  /** Returns the newest earlier response to the request with the same title. */
  previous(uri: vscode.Uri): vscode.Uri | undefined {
    const all = [...this.#stored.values()];
    const ownIndex = all.findIndex(response => response === this.find(uri));
    const title = all[ownIndex]?.title;
    return all.slice(0, Math.max(ownIndex, 0)).findLast(response => response.title === title)?.uri;
  }

  /** Shows the credentials of a response until its document is closed. */
  reveal(uri: vscode.Uri): void {
    const response = this.find(uri);
    if (response !== undefined) this.#setRevealed(response, true);
  }

  dispose(): void {
    this.#closed.abort();
    this.#closing.dispose();
    this.#changed.dispose();
  }

  async #stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const response = this.find(uri);
    if (response === undefined) {
      const { at, content } = await this.#placeholderOf(uri);
      return { type: vscode.FileType.File, ctime: at, mtime: at, size: content.byteLength };
    }
    const { file } = response;
    const isFile = file !== undefined && (isWhole(uri, response) || isBody(uri));
    const size = isFile ? (await stat(file)).size : (await this.#readFile(uri)).byteLength;
    return { type: vscode.FileType.File, ctime: response.at, mtime: response.at, size };
  }

  async #readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const response = this.find(uri);
    if (response === undefined) return (await this.#placeholderOf(uri)).content;
    if (isBody(uri)) return response.file === undefined ? response.result.revealBytes() : readFile(response.file);
    if (!isWhole(uri, response)) return this.#contentOf(response, uri);
    const { file, isRevealed, result } = response;
    const masked = isRevealed ? undefined : result.credentials().map(secret => secret.reveal());
    const { size } = await stat(file);
    return this.#work.run('fileText', [file, result.report.charset, masked], size, this.#closed.signal);
  }

  async #placeholderOf(uri: vscode.Uri): Promise<PlaceholderText> {
    return this.#placeholders.get(responseId(uri)) ?? (await this.#restore(uri));
  }

  #contentOf(response: StoredResponse, uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const content =
      response.content.get(key) ?? makeContent(response, isComparedUri(uri), this.#work, this.#closed.signal);
    response.content.set(key, content);
    content.catch(() => response.content.delete(key));
    return content;
  }

  #setRevealed(response: StoredResponse, isRevealed: boolean): void {
    response.isRevealed = isRevealed;
    response.at = Math.max(Date.now(), response.at + 1);
    response.content.clear();
    const whole = response.uri.with({ path: wholePath(response.uri) });
    const shown = [response.uri, comparedUri(response.uri), whole];
    this.#changed.fire(shown.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  }
}

async function makeContent(
  response: StoredResponse,
  isCompared: boolean,
  work: BackgroundWork,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { result, isRevealed } = response;
  if (isImage(result)) return result.revealBytes();
  const text = isRevealed ? result.revealText() : result.maskedBody();
  const head = responseHead(response, isCompared);
  if (text !== undefined && !result.report.truncated) {
    const type = contentType(result);
    return /html|xml/i.test(type)
      ? work.run('markupDocument', [head, text, type], Infinity, signal)
      : work.run('document', [head, text], text.length, signal);
  }
  return Buffer.from(
    `${head}\n\n${text === undefined ? hexDump(result.revealBytes(), isRevealed ? undefined : result.credentials()) : bodyPreview(textOf(text))}\n`,
  );
}

/** Uses the ID as the authority, because the breadcrumb shows the path. */
function responseUri(id: string, name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: schemes.response, authority: id, path: `/hydrogen-responses/${name}` });
}

function isBody({ path }: vscode.Uri): boolean {
  return path.startsWith(bodyFolder);
}

function bodyPath({ uri, result }: StoredResponse): string | undefined {
  const ending = isImage(result) ? undefined : fileEnding(result);
  return ending === undefined ? undefined : `${bodyFolder}${titleOf(uri)}.${ending}`;
}

function wholePath(uri: vscode.Uri): string {
  return `${wholeFolder}${titleOf(uri)}.txt`;
}

function isWhole(uri: vscode.Uri, response: StoredResponse): response is StoredResponse & { file: string } {
  return uri.path.startsWith(wholeFolder) && response.file !== undefined;
}

/** Returns the IDs of the responses in open tabs. Only tabs include documents of more than 50 MB. */
function openIds(): Set<string> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  const uris = tabs.flatMap(urisOf).filter(({ scheme }) => scheme === schemes.response);
  return new Set(uris.map(responseId));
}

/** Returns the URI of a tab; for a diff those of both sides, the right one last. */
export function urisOf(tab: vscode.Tab): vscode.Uri[] {
  if (tab.input instanceof vscode.TabInputTextDiff) return [tab.input.original, tab.input.modified];
  const uri = tabUri(tab);
  return uri === undefined ? [] : [uri];
}

/** Returns the title of a response: the last segment of its path. */
function titleOf({ path }: vscode.Uri): string {
  return path.split('/').at(-1) ?? '';
}

/** Returns the ID of a response or history entry from its URI. A response and its history entry have the same ID. */
export function responseId({ authority, path }: vscode.Uri): string {
  // Earlier versions had the ID in the path. VS Code reopens editors with such a URI after an update.
  return authority === '' ? (path.split('/')[2] ?? '') : authority;
}
