import * as vscode from 'vscode';
import { indentJson } from '../../requests/jsonText';
import type { OutgoingRequest } from '../../requests/outgoing';
import type { RunResult } from '../../requests/runResult';
import type { Selection } from '../../applications/selection';

export const answerScheme = 'hydrogen-response';

/** One answer with what it answers. */
export interface Answer {
  outgoing: OutgoingRequest;
  result: RunResult;
  /** The selection it was sent with. */
  selection: Selection;
  /** Name for people: of the request, with the environment. */
  title: string;
  /** Where a large answer was written; absent when it is in memory. */
  file?: vscode.Uri;
}

/** The last answers, as read-only files of an editor's file system, so that text, images and diffs open alike. */
export interface Answers extends vscode.Disposable {
  add(answer: Answer): vscode.Uri;
  find(uri: vscode.Uri): Answer | undefined;
  /** The newest answer before this one to the request of the same title. */
  previous(uri: vscode.Uri): vscode.Uri | undefined;
  /** Shows the credentials of an answer from now on. */
  reveal(uri: vscode.Uri): void;
}

const mostAnswers = 50;
const hexBytes = 64 * 1024;

export function createAnswers(): Answers {
  let count = 0;
  const kept = new Map<string, Answer & { revealed: boolean; at: number }>();
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const find = (uri: vscode.Uri) => kept.get(idOf(uri));
  const denied = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const content = (uri: vscode.Uri): Uint8Array => {
    const answer = find(uri);
    if (answer === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    if (isImage(answer.result)) return answer.result.revealBytes();
    return Buffer.from(answerText(answer, answer.revealed));
  };
  const registration = vscode.workspace.registerFileSystemProvider(
    answerScheme,
    {
      onDidChangeFile: changed.event,
      watch: () => new vscode.Disposable(() => undefined),
      stat(uri) {
        const at = find(uri)?.at ?? 0;
        return { type: vscode.FileType.File, ctime: at, mtime: at, size: content(uri).byteLength };
      },
      readFile: content,
      readDirectory: () => [],
      createDirectory: denied,
      writeFile: denied,
      delete: denied,
      rename: denied,
    },
    { isReadonly: true, isCaseSensitive: true },
  );
  return {
    add(answer) {
      const id = String(++count);
      kept.set(id, { ...answer, revealed: false, at: Date.now() });
      const [oldest] = kept.keys();
      if (kept.size > mostAnswers && oldest !== undefined) kept.delete(oldest);
      const name = answer.title.replace(/[\\/:*?"<>|\n]/g, '_').slice(0, 100);
      return vscode.Uri.from({
        scheme: answerScheme,
        path: `/hydrogen-answers/${id}/${name}${extension(answer.result)}`,
      });
    },
    find,
    previous(uri) {
      const entries = [...kept.entries()];
      const here = entries.findIndex(([id]) => id === idOf(uri));
      const title = entries[here]?.[1].title;
      const found = entries.slice(0, Math.max(here, 0)).findLast(([, answer]) => answer.title === title);
      return found === undefined ? undefined : uri.with({ path: uri.path.replace(`/${idOf(uri)}/`, `/${found[0]}/`) });
    },
    reveal(uri) {
      const answer = find(uri);
      if (answer === undefined) return;
      answer.revealed = true;
      answer.at = Date.now();
      changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    },
    dispose() {
      registration.dispose();
      changed.dispose();
      for (const { file } of kept.values()) if (file !== undefined) void vscode.workspace.fs.delete(file);
    },
  };
}

/** Status line, what was sent where, headers, an empty line, the body. */
export function answerText({ outgoing, result, selection, file }: Answer, revealed = false): string {
  const { report } = result;
  const path = `${outgoing.url.pathname}${outgoing.url.search}`;
  const where =
    outgoing.family === 'other'
      ? `${outgoing.url.origin} · ${vscode.l10n.t('another host: sent without credentials')}`
      : `${selection.application.name} · ${environmentOf(outgoing)}`;
  const notes = [
    report.renewed ? vscode.l10n.t('The token was renewed on the way.') : undefined,
    report.notFollowed ? vscode.l10n.t('The redirect was not followed.') : undefined,
    report.wrongCharset ? vscode.l10n.t('The text is not in the character set it names.') : undefined,
    report.stopped ? vscode.l10n.t('The answer was cut off.') : undefined,
    report.expectedStatus.length > 0 && !report.expectedStatus.includes(report.status) && report.ok
      ? vscode.l10n.t('The documentation names another status: {0}', report.expectedStatus.join(', '))
      : undefined,
    file === undefined ? undefined : vscode.l10n.t('The complete answer is in {0}', file.fsPath),
  ].filter(note => note !== undefined);
  const head = [
    `HTTP ${report.status} ${report.statusText}`.trimEnd(),
    `# ${report.method} ${path}`,
    `# ${where}`,
    `# ${Math.round(report.ms.total)} ms · ${sizeText(report.size)}`,
    ...notes.map(note => `# ${note}`),
    ...report.headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${head.join('\n')}\n\n${bodyText(result, revealed)}\n`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function environmentOf({ environment }: OutgoingRequest): string {
  return environment?.envId === undefined ? vscode.l10n.t('Production') : environment.name;
}

function bodyText(result: RunResult, revealed: boolean): string {
  const text = revealed ? result.revealText() : result.report.text;
  if (text === undefined) return hexDump(result.revealBytes());
  return indentJson(text) ?? text;
}

function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < Math.min(bytes.length, hexBytes); offset += 16) {
    const row = [...bytes.subarray(offset, offset + 16)];
    const hex = row.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map(byte => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${offset.toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${text}`);
  }
  if (bytes.length > hexBytes) lines.push('…');
  return lines.join('\n');
}

function extension(result: RunResult): string {
  if (!isImage(result)) return '';
  return `.${/image\/(\w+)/.exec(contentType(result))?.[1] ?? 'png'}`;
}

export function isImage(result: RunResult): boolean {
  return /^image\/(png|jpe?g|gif|webp|bmp)/i.test(contentType(result)) && !result.report.truncated;
}

function contentType({ report }: RunResult): string {
  return report.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function idOf(uri: vscode.Uri): string {
  return uri.path.split('/')[2] ?? '';
}
