import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { secretsOfRequest, type ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { RunResult } from '../../../requests/sending/runResult';
import { fileText } from './responseBody';
import { answerText, titlePart } from './responseText';

export const answerScheme = 'hydrogen-response';

/** One answer with what it answers. */
export interface Answer {
  outgoing: ResolvedRequest;
  result: RunResult;
  /** The selection it was sent with. */
  selection: Selection;
  /** Name for people: of the request, with the environment. */
  title: string;
  /** Where a large answer was written; absent when it is in memory. */
  file?: string;
}

/** The last answers, as read-only files of an editor's file system, so that text, images and diffs open alike. */
export interface Answers extends vscode.Disposable {
  add(answer: Answer): vscode.Uri;
  find(uri: vscode.Uri): Answer | undefined;
  /** All of a large answer; `undefined` when the document of the answer has it already, or it is no text. */
  complete(uri: vscode.Uri): vscode.Uri | undefined;
  /** The newest answer before this one to the request of the same title. */
  previous(uri: vscode.Uri): vscode.Uri | undefined;
  /** Shows the credentials of an answer until its document is closed. */
  reveal(uri: vscode.Uri): void;
}

interface Kept extends Answer {
  uri: vscode.Uri;
  revealed: boolean;
  at: number;
  /** As last shown: the editor asks for size and content apart. */
  bytes?: Uint8Array;
}

const mostAnswers = 50;
const wholeFolder = '/hydrogen-complete/';

/** @param dropFile called for the file of an answer that is forgotten */
export function createAnswers(dropFile: (file: string) => Promise<void>): Answers {
  let count = 0;
  const kept = new Map<string, Kept>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const find = (uri: vscode.Uri) => kept.get(idOf(uri));
  const denied = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const findOrThrow = (uri: vscode.Uri): Kept => {
    const answer = find(uri);
    if (answer === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return answer;
  };
  const setRevealed = (answer: Kept, revealed: boolean) => {
    answer.revealed = revealed;
    answer.at = Math.max(Date.now(), answer.at + 1);
    delete answer.bytes;
    changed.fire([{ type: vscode.FileChangeType.Changed, uri: answer.uri }]);
  };
  const registrations = vscode.Disposable.from(
    changed,
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      const answer = uri.scheme === answerScheme ? find(uri) : undefined;
      if (answer?.revealed === true) setRevealed(answer, false);
    }),
    vscode.workspace.registerFileSystemProvider(
      answerScheme,
      {
        onDidChangeFile: changed.event,
        watch: () => new vscode.Disposable(() => undefined),
        async stat(uri) {
          const answer = findOrThrow(uri);
          const size = isWhole(uri, answer) ? (await stat(answer.file)).size : contentOf(answer).byteLength;
          return { type: vscode.FileType.File, ctime: answer.at, mtime: answer.at, size };
        },
        readFile(uri) {
          const answer = findOrThrow(uri);
          if (!isWhole(uri, answer)) return contentOf(answer);
          const known = answer.revealed ? 'revealed' : secretsOfRequest(answer.outgoing);
          return fileText(answer.file, answer.result.report.charset, known);
        },
        readDirectory: () => [],
        createDirectory: denied,
        writeFile: denied,
        delete: denied,
        rename: denied,
      },
      { isReadonly: true, isCaseSensitive: true },
    ),
  );
  return {
    add(answer) {
      const id = String(++count);
      const uri = vscode.Uri.from({
        scheme: answerScheme,
        path: `/hydrogen-answers/${id}/${titlePart(answer.title)}${imageExtension(answer.result)}`,
      });
      kept.set(id, { ...answer, uri, revealed: false, at: Date.now() });
      const [oldest] = kept.entries();
      if (kept.size > mostAnswers && oldest !== undefined) {
        kept.delete(oldest[0]);
        if (oldest[1].file !== undefined) void dropFile(oldest[1].file);
      }
      return uri;
    },
    find,
    complete(uri) {
      const answer = find(uri);
      if (answer?.file === undefined || answer.result.report.text === undefined) return undefined;
      return uri.with({ path: `${wholeFolder}${uri.path.split('/').slice(2).join('/')}.txt` });
    },
    previous(uri) {
      const all = [...kept.values()];
      const here = all.findIndex(answer => answer === find(uri));
      const title = all[here]?.title;
      return all.slice(0, Math.max(here, 0)).findLast(answer => answer.title === title)?.uri;
    },
    reveal(uri) {
      const answer = find(uri);
      if (answer !== undefined) setRevealed(answer, true);
    },
    dispose: () => void registrations.dispose(),
  };
}

function contentOf(answer: Kept): Uint8Array {
  answer.bytes ??= isImage(answer.result)
    ? answer.result.revealBytes()
    : Buffer.from(answerText(answer, answer.revealed));
  return answer.bytes;
}

function isWhole(uri: vscode.Uri, answer: Kept): answer is Kept & { file: string } {
  return uri.path.startsWith(wholeFolder) && answer.file !== undefined;
}

function imageExtension(result: RunResult): string {
  if (!isImage(result)) return '';
  return `.${/image\/(\w+)/.exec(contentType(result))?.[1] ?? 'png'}`;
}

export function isImage(result: RunResult): boolean {
  return /^image\/(png|jpe?g|gif|webp|bmp)/i.test(contentType(result)) && !result.report.truncated;
}

export function contentType({ report }: RunResult): string {
  return report.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function idOf(uri: vscode.Uri): string {
  return uri.path.split('/')[2] ?? '';
}
