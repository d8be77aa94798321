import * as vscode from 'vscode';
import { pause } from '../../api/http/retryAfter';
import { runChecks } from '../../requests/checks/run';
import type { CheckFile, RunHost } from '../../requests/checks/runHost';
import type { RequestResult } from '../../requests/checks/result';
import type { Selection } from '../../applications/selection';
import { isCancelled } from '../platform/command';
import { showMessage, signalOf } from '../platform/dialogs';
import { errorMessage } from '../messages/messages';
import { plainText } from '../messages/plainText';
import { parsedInSlices } from '../requests/document/parsedDocument';
import { asUiError } from '../requests/document/requestMessage';
import type { Requests } from '../requests/register';
import type { OutdatedSnapshot } from '../requests/sending/outdatedSnapshots';
import { snapshotsOf } from '../requests/sending/snapshotFile';
import type { CheckTarget } from './checkTargets';
import { ProductionConsent } from './productionConsent';
import type { ResultTargets } from './resultTargets';
import { messagesOf, outputOf } from './results';
import type { TestTree } from './testTree';

/** A file of a run. */
interface TestedFile extends CheckFile {
  source: vscode.TextDocument;
  /** The test items of all requests, by request index. */
  items: readonly vscode.TestItem[];
  chosen: ReadonlySet<vscode.TestItem>;
  /** The permissions for other hosts that the user gave to this file in the run. */
  granted: Set<string>;
}

type RunSelection = Pick<vscode.TestRunRequest, 'include' | 'exclude' | 'profile'>;

type RunServices = Pick<Requests, 'check' | 'evaluate' | 'outdatedSnapshots'>;

/** Target, permission and cancellation of a run. */
interface TestRunContext {
  run: vscode.TestRun;
  target: CheckTarget;
  consent: ProductionConsent;
  signal: AbortSignal;
}

/** Runs tests with the same runner as the command line. Asks before risky requests, as **Send** does. */
export class TestRuns {
  readonly #controller: vscode.TestController;
  readonly #tree: TestTree;
  readonly #resultPlaces: ResultTargets;
  readonly #services: RunServices;

  constructor(controller: vscode.TestController, tree: TestTree, resultPlaces: ResultTargets, services: RunServices) {
    this.#controller = controller;
    this.#tree = tree;
    this.#resultPlaces = resultPlaces;
    this.#services = services;
  }

  async run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    target: () => Promise<CheckTarget>,
  ): Promise<void> {
    const signal = signalOf(token);
    if (request.continuous !== true) return this.#runOnce(request, target, signal);
    const { exclude, profile } = request;
    let last: Promise<unknown> = Promise.resolve();
    const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      const file = this.#tree.file(uri);
      if (file === undefined) return;
      const include = (request.include ?? [file]).filter(item => item === file || item.parent === file);
      if (include.length === 0) return;
      const again = new vscode.TestRunRequest(include, exclude, profile, true, true);
      last = last.then(() => this.#runOnce(again, target, signal)).catch(() => undefined);
    });
    token.onCancellationRequested(() => void saved.dispose());
  }

  async #runOnce(
    request: vscode.TestRunRequest,
    findTarget: () => Promise<CheckTarget>,
    ending: AbortSignal,
  ): Promise<void> {
    const run = this.#controller.createTestRun(request);
    const signal = AbortSignal.any([ending, signalOf(run.token)]);
    const items: vscode.TestItem[] = [];
    try {
      const files = await this.#collect(request);
      items.push(...files.flatMap(({ chosen }) => [...chosen]));
      items.forEach(item => run.enqueued(item));
      const target = await findTarget();
      print(run, [plainText(request.profile?.label ?? '', 200)]);
      // Production is allowed only for a single request that the user picked.
      const isOne = items.length === 1 && request.include?.[0] === items[0] && request.continuous !== true;
      if (isProduction(target.selection) && !isOne) {
        const text = vscode.l10n.t('Only single requests are sent to production. Nothing was sent.');
        items.forEach(item => run.skipped(item));
        print(run, [text]);
        void showMessage('warning', text);
        return;
      }
      const consent = new ProductionConsent(isOne ? pickedIn(files) : undefined);
      await this.#send(files, { run, target, consent, signal });
    } catch (error) {
      if (isCancelled(error)) return;
      const { text } = errorMessage(error);
      print(run, [text]);
      items.forEach(item => run.errored(item, new vscode.TestMessage(plainText(text, 1000))));
      if (items.length === 0) throw error;
    } finally {
      run.end();
    }
  }

  async #collect({ include, exclude = [] }: RunSelection): Promise<TestedFile[]> {
    if (include === undefined) await this.#tree.discover();
    const byFile = new Map<vscode.TestItem, Set<vscode.TestItem> | 'all'>();
    for (const item of include ?? this.#tree.files()) {
      const { parent } = item;
      const picked = byFile.get(parent ?? item);
      if (parent === undefined) byFile.set(item, 'all');
      else if (picked !== 'all') byFile.set(parent, (picked ?? new Set()).add(item));
    }
    const files: TestedFile[] = [];
    for (const [file, picked] of byFile) {
      if (file.uri === undefined || exclude.includes(file)) continue;
      // The file may have been deleted since the search.
      const source = await vscode.workspace.openTextDocument(file.uri).then(undefined, () => undefined);
      if (source === undefined) continue;
      const document = await parsedInSlices(source);
      const items = await this.#tree.fill(file, document);
      const chosen = items.filter(item => (picked === 'all' || picked.has(item)) && !exclude.includes(item));
      if (chosen.length > 0)
        files.push({ name: file.id, document, source, items, chosen: new Set(chosen), granted: new Set() });
    }
    return files;
  }

  async #send(files: readonly TestedFile[], { run, target, consent, signal }: TestRunContext): Promise<void> {
    const { check, evaluate, outdatedSnapshots } = this.#services;
    const { selection, secret } = target;
    const byCheckFile = new Map<CheckFile, TestedFile>(files.map(file => [file, file]));
    const testedOf = (file: CheckFile) => byCheckFile.get(file) as TestedFile;
    const sourceOf = (file: CheckFile) => testedOf(file).source;
    const itemOf = (file: CheckFile, index: number) => testedOf(file).items[index] as vscode.TestItem;
    const host: RunHost = {
      execute: (file, request, order) =>
        check(sourceOf(file), request, {
          ...order,
          selection,
          secret,
          granted: testedOf(file).granted,
          parsed: file.document,
          permit: (resolved, to) => consent.permit(request, resolved, to),
        }),
      snapshots: file => snapshotsOf(sourceOf(file), 'add'),
      evaluate,
      describe,
      wait: (milliseconds, ending) => pause(milliseconds / 1000, ending),
    };
    const results = await runChecks(files, host, {
      signal,
      isChosen: (file, { index }) => testedOf(file).chosen.has(itemOf(file, index)),
      onStart: (file, { index }) => run.started(itemOf(file, index)),
      onResult: (result, file) => {
        const item = itemOf(file, result.index);
        print(run, outputOf(result), item);
        outdatedSnapshots.note(item, outdatedOf(result, file, sourceOf(file)));
        report(run, item, sourceOf(file), result);
        const request = file.document.requests[result.index];
        if (result.attempts > 0 && request !== undefined) this.#resultPlaces.note(item, request, selection);
        else this.#resultPlaces.forget(item);
      },
    });
    const passed = results.filter(({ outcome }) => outcome === 'passed').length;
    print(run, [vscode.l10n.t('{0} of {1} requests passed.', passed, results.length)]);
  }
}

/** Returns the first chosen request with its document: the picked one if the user picked a single request. */
function pickedIn([file]: readonly TestedFile[]): ConstructorParameters<typeof ProductionConsent>[0] {
  const request = file?.document.requests.find(({ index }) => file.chosen.has(file.items[index] as vscode.TestItem));
  return file && request && { document: file.document, request };
}

function isProduction({ application, environment }: Selection): boolean {
  return application.sandbox === undefined && environment === undefined;
}

function describe(error: unknown): { code: string; text: string } {
  if (error instanceof vscode.CancellationError)
    return { code: 'declined', text: vscode.l10n.t('Cancelled. Nothing was sent.') };
  const { code } = (error ?? {}) as { code?: unknown };
  return { code: typeof code === 'string' ? code : 'unknown', text: errorMessage(asUiError(error)).text };
}

function outdatedOf(
  { verdicts, index }: RequestResult,
  file: CheckFile,
  document: vscode.TextDocument,
): OutdatedSnapshot | undefined {
  const verdict = verdicts.find(({ failure }) => failure === 'otherSnapshot');
  const request = file.document.requests[index];
  return verdict?.actual === undefined || request === undefined ? undefined : { document, request, verdict };
}

function report(run: vscode.TestRun, item: vscode.TestItem, source: vscode.TextDocument, result: RequestResult): void {
  const { outcome, problem, milliseconds, attempts } = result;
  const time = attempts > 0 ? milliseconds : undefined;
  const isUnsent = problem?.code === 'error' && ['production', 'declined'].includes(problem.error ?? '');
  if (outcome === 'passed') run.passed(item, time);
  else if (outcome === 'skipped' || isUnsent) run.skipped(item);
  else if (problem?.code === 'error' || problem?.code === 'cycle' || problem?.code === 'received') {
    if (outcome === 'failed' || problem.code === 'received') run.errored(item, messagesOf(result, source), time);
  } else if (outcome === 'failed') run.failed(item, messagesOf(result, source), time);
}

/** Prints sanitized lines to the terminal of the run, with CRLF line ends. */
function print(run: vscode.TestRun, lines: readonly string[], item?: vscode.TestItem): void {
  run.appendOutput(lines.map(line => `${plainText(line.replaceAll('\n', ' '), 2000)}\r\n`).join(''), undefined, item);
}
