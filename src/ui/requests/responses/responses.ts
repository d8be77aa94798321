import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { RunResult } from '../../../requests/sending/runResult';
import { contentType, isImage, type ReceivedResponse } from './response';
import type { ReadonlyFiles } from '../../platform/deferred';
import { schemes } from '../../platform/schemes';
import { tabUri } from '../../platform/tabUri';
import type { BackgroundWork } from './backgroundWork';
import { failureText, type Failure } from './failureText';
import { giveWay } from './keptLimits';
import { bodyPreview, hexCredentials, hexDump } from './responseBody';
import { comparedUri, isCompared, responseHead, titlePart } from './responseText';

/** The last responses, as read-only files of an editor's file system, so that text, images and diffs open alike. */
export interface Responses extends vscode.Disposable {
  /** What VS Code reads under `schemes.response`. */
  readonly files: ReadonlyFiles;
  /** @param id also the one of its entry in the history */
  add(response: ReceivedResponse, id: string): vscode.Uri;
  /** Shows a text in the place of a response that is still arriving. */
  showArriving(text: string, title: string, id: string): vscode.Uri;
  /**
   * Keeps what is shown in the place of a response that did not come.
   * @param arrived the part that did
   */
  addFailure(failure: Failure, title: string, id: string, arrived: string): vscode.Uri;
  /** `undefined` for one that is no longer kept, as after a reload. */
  find(uri: vscode.Uri): ReceivedResponse | undefined;
  /** All of a large response; `undefined` when its document has it already, or when it is no text. */
  complete(uri: vscode.Uri): vscode.Uri | undefined;
  /** The newest response before this one to the request of the same title. */
  previous(uri: vscode.Uri): vscode.Uri | undefined;
  /** Shows the credentials of a response until its document is closed. */
  reveal(uri: vscode.Uri): void;
}

/** May hold credentials that its document does not show; of a large one only the start is known. */
export function hasCredentials({ result, file }: ReceivedResponse): boolean {
  if (file !== undefined) return true;
  if (result.report.text !== undefined) return result.revealText() !== result.report.text;
  return !isImage(result) && hexCredentials(result.revealBytes(), result.credentials()) !== undefined;
}

interface Kept extends ReceivedResponse {
  uri: vscode.Uri;
  revealed: boolean;
  /** Unix milliseconds: the time of the file. */
  at: number;
  /** As last shown, by the address: the editor asks for size and content apart. */
  content: Map<string, Promise<Uint8Array>>;
}

/** What stands in the place of a response that is no longer kept. */
export interface RestoredResponse {
  /** Unix milliseconds. */
  at: number;
  content: Uint8Array;
}

const limits = { responses: 50, bytes: 500_000_000 };
const wholeFolder = '/hydrogen-complete/';

/**
 * @param dropFile deletes the file of a response that is no longer kept
 * @param restore for a response of another window, or of this one before a reload
 */
export function createResponses(
  work: BackgroundWork,
  dropFile: (file: string) => Promise<void>,
  restore: (uri: vscode.Uri) => Promise<RestoredResponse>,
): Responses {
  const closed = new AbortController();
  const kept = new Map<string, Kept>();
  /** Responses that did not come, and those that are still arriving. */
  const failures = new Map<string, RestoredResponse>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const find = (uri: vscode.Uri) => {
    const response = kept.get(responseId(uri));
    const isSame = response !== undefined && [response.uri.path, wholePath(response.uri)].includes(uri.path);
    return isSame ? response : undefined;
  };
  const showInstead = (text: string, title: string, id: string) => {
    const uri = vscode.Uri.from({ scheme: schemes.response, path: `/hydrogen-responses/${id}/${titlePart(title)}` });
    const before = failures.get(id);
    failures.set(id, { at: Math.max(Date.now(), (before?.at ?? 0) + 1), content: Buffer.from(text) });
    if (before !== undefined) changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    const [oldest] = failures.keys();
    if (failures.size > limits.responses && oldest !== undefined) failures.delete(oldest);
    return uri;
  };
  const contentOf = (response: Kept, uri: vscode.Uri): Promise<Uint8Array> => {
    const key = uri.toString();
    const content = response.content.get(key) ?? makeContent(response, isCompared(uri), work, closed.signal);
    response.content.set(key, content);
    content.catch(() => response.content.delete(key));
    return content;
  };
  const setRevealed = (response: Kept, revealed: boolean) => {
    response.revealed = revealed;
    response.at = Math.max(Date.now(), response.at + 1);
    response.content.clear();
    const shown = [response.uri, comparedUri(response.uri)];
    changed.fire(shown.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  };
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    const response = uri.scheme === schemes.response ? find(uri) : undefined;
    if (response?.revealed === true) setRevealed(response, false);
    // Made again when the document is opened again.
    else response?.content.clear();
  });
  return {
    files: {
      onDidChangeFile: changed.event,
      async stat(uri) {
        const response = find(uri);
        if (response === undefined) {
          const { at, content } = failures.get(responseId(uri)) ?? (await restore(uri));
          return { type: vscode.FileType.File, ctime: at, mtime: at, size: content.byteLength };
        }
        const size = isWhole(uri, response)
          ? (await stat(response.file)).size
          : (await contentOf(response, uri)).byteLength;
        return { type: vscode.FileType.File, ctime: response.at, mtime: response.at, size };
      },
      async readFile(uri) {
        const response = find(uri);
        if (response === undefined) return (failures.get(responseId(uri)) ?? (await restore(uri))).content;
        if (!isWhole(uri, response)) return contentOf(response, uri);
        const { file, revealed, result } = response;
        const known = revealed ? undefined : result.credentials().map(secret => secret.reveal());
        const { size } = await stat(file);
        return work.run('fileText', [file, result.report.charset, known], size, closed.signal);
      },
    },
    add(response, id) {
      const uri = vscode.Uri.from({
        scheme: schemes.response,
        path: `/hydrogen-responses/${id}/${titlePart(response.title)}${imageExtension(response.result)}`,
      });
      const arriving = failures.get(id);
      failures.delete(id);
      const at = Math.max(Date.now(), (arriving?.at ?? 0) + 1);
      kept.set(id, { ...response, uri, revealed: false, at, content: new Map() });
      if (arriving !== undefined) changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
      const open = openIds();
      const sizes = [...kept].map(([one, { file, result }]) => {
        return { id: one, file, onDisk: file === undefined ? 0 : result.report.size, isOpen: open.has(one) };
      });
      for (const old of giveWay(sizes, limits)) {
        kept.delete(old.id);
        if (old.file !== undefined) void dropFile(old.file);
      }
      return uri;
    },
    showArriving: showInstead,
    addFailure: (failure, title, id, arrived) =>
      showInstead(arrived === '' ? failureText(failure) : `${failureText(failure)}\n${arrived}`, title, id),
    find,
    complete(uri) {
      const response = find(uri);
      if (response?.file === undefined || response.result.report.text === undefined) return undefined;
      return uri.with({ path: wholePath(response.uri), query: '' });
    },
    previous(uri) {
      const all = [...kept.values()];
      const here = all.findIndex(response => response === find(uri));
      const title = all[here]?.title;
      return all.slice(0, Math.max(here, 0)).findLast(response => response.title === title)?.uri;
    },
    reveal(uri) {
      const response = find(uri);
      if (response !== undefined) setRevealed(response, true);
    },
    dispose() {
      closed.abort();
      closing.dispose();
      changed.dispose();
    },
  };
}

async function makeContent(
  response: Kept,
  compared: boolean,
  work: BackgroundWork,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { result, revealed } = response;
  if (isImage(result)) return result.revealBytes();
  const text = revealed ? result.revealText() : result.report.text;
  const head = responseHead(response, compared);
  if (text !== undefined && !result.report.truncated) {
    const type = contentType(result);
    return /html|xml/i.test(type)
      ? work.run('markupDocument', [head, text, type], Infinity, signal)
      : work.run('document', [head, text], text.length, signal);
  }
  return Buffer.from(
    `${head}\n\n${text === undefined ? hexDump(result.revealBytes(), revealed ? undefined : result.credentials()) : bodyPreview(text)}\n`,
  );
}

function wholePath(uri: vscode.Uri): string {
  return `${wholeFolder}${uri.path.split('/').slice(2).join('/')}.txt`;
}

function isWhole(uri: vscode.Uri, response: Kept): response is Kept & { file: string } {
  return uri.path.startsWith(wholeFolder) && response.file !== undefined;
}

function imageExtension(result: RunResult): string {
  if (!isImage(result)) return '';
  return `.${/image\/(\w+)/.exec(contentType(result))?.[1] ?? 'png'}`;
}

/** The responses that tabs show: a document of more than 50 MB is in no other list. */
function openIds(): Set<string> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return new Set(
    tabs
      .flatMap(tab => urisOf(tab))
      .filter(isResponse)
      .map(responseId),
  );
}

/** Of a diff both sides, the right one last. */
export function urisOf(tab: vscode.Tab): vscode.Uri[] {
  if (tab.input instanceof vscode.TabInputTextDiff) return [tab.input.original, tab.input.modified];
  const uri = tabUri(tab);
  return uri === undefined ? [] : [uri];
}

function isResponse({ scheme }: vscode.Uri): boolean {
  return scheme === schemes.response;
}

/** Also the one of its entry in the history. */
export function responseId(uri: vscode.Uri): string {
  return uri.path.split('/')[2] ?? '';
}
