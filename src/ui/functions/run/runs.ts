import { realpath } from 'node:fs';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { apiRequestOf } from '../../../api/openApi/dataService';
import { redactedRequest } from '../../../api/http/redactedRequest';
import type { Selection } from '../../../applications/selection';
import { debugRequest, debugRun, LostRun } from '../../../functions/debugRun';
import { failedPosition } from '../../../functions/failedLine';
import { emptyEvent, type RunEvent } from '../../../functions/runEvent';
import type { FunctionResult, LocalRun, LocalRunOptions, Sandbox } from '../../../sandbox/sandbox';
import { commandTarget } from '../../applications/commandTarget';
import { targetName } from '../../nodes/environmentName';
import { errorLabel } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { isAllowedUnasked } from '../../platform/confirm';
import type { CommandArgument } from '../../platform/commandArgument';
import { createDiagnostic } from '../../platform/diagnostic';
import { askToContinue, withProgress } from '../../platform/dialogs';
import { serviceFor } from '../../users/serviceFor';
import { nameOf, requireLocalFolder } from '../workspace/localFunction';
import { fileIfAny, localEvent, localFile, type LocalFile } from './localFile';
import { debugProcess, runProcess } from './localProcess';
import { reportFailedRun, type RunDependencies } from './showFailedLine';
import { positionInStack, runText, type ShownRun } from './runText';

interface FunctionRunServices extends RunDependencies {
  state: vscode.Memento;
  /** The path of the program that runs a function from a file. */
  program: string;
  problems: vscode.DiagnosticCollection;
}

/** The time limit of a run in the debugger, in milliseconds. Time at breakpoints does not count. */
const debugLimit = 60_000;
/** Key of the workspace state that stores the consent to run functions of this workspace. */
const consentKey = 'hydrogen.functions.runs';

/** Runs functions of the workspace in the sandbox, and deployed functions in an environment. */
export class Runs {
  readonly #services: FunctionRunServices;

  constructor(services: FunctionRunServices) {
    this.#services = services;
  }

  /** Runs or debugs the file of a function in the sandbox, and shows the result. */
  async runLocally(argument: CommandArgument, how: 'run' | 'debug'): Promise<ShownRun> {
    const debugging = how === 'debug';
    requireLocalFolder();
    const file = await localFile(argument);
    await this.#requireConsent(argument, file);
    await save(file);
    const event = await localEvent(file);
    const { sandbox, program, problems } = this.#services;
    const target = await this.#sandboxTarget();
    const running = sandbox.current;
    if (running === undefined) throw new Error('the sandbox does not run');
    problems.delete(file.uri);
    const run = startRun(running, file, event, {
      clientId: target.application.clientId,
      envId: target.environment?.envId,
      debugging,
      timeLimit: debugging ? debugLimit : undefined,
    });
    let output = '';
    if (debugging) {
      if (!(await debugProcess(program, file, run)))
        throw new UiError(vscode.l10n.t('The debugger did not start. Is a Node.js installed?'));
    } else {
      const title = vscode.l10n.t('Running {0}…', file.name);
      output = await withProgress(title, signal => runProcess(program, file, run, signal));
    }
    const result = await run.result;
    const sent = running.recordedCalls.all.filter(
      ({ jobId, clientId }) => jobId === run.jobId && clientId === target.application.clientId,
    );
    const shown = {
      ...shownRun(result, output),
      name: file.name,
      jobId: String(run.jobId),
      target: targetName(target),
      sent,
    };
    await this.#show(shown);
    if (shown.error !== undefined) await this.#mark(file, shown.error);
    return shown;
  }

  /** Runs the deployed code of a function in an environment, after the guard has allowed it. */
  async runIn(argument: CommandArgument): Promise<ShownRun> {
    const { name, file } = await functionToRun(argument);
    const isNamed = nameOf(argument) !== undefined;
    const target = await commandTarget(this.#services, isNamed ? argument : undefined);
    const request = debugRequest(name, file === undefined ? emptyEvent : await localEvent(file));
    const asks = !isAllowedUnasked('hydrogen.function.runIn', argument);
    const { data } = await serviceFor(target, this.#services);
    const requests = [redactedRequest(apiRequestOf(request, data.target))];
    const words = {
      question: vscode.l10n.t('Run {0} in {1}?', plainText(name, 60), targetName(target)),
      button: vscode.l10n.t('Run'),
    };
    await this.#services.guard.permit(target, { risk: 'runsCode', requests }, { words, asks });
    const title = vscode.l10n.t('Running {0}…', name);
    const result = await withProgress(title, async signal => {
      const service = await serviceFor(target, this.#services, signal);
      return debugRun(service.data, name, request);
    }).catch((error: unknown) => {
      if (!(error instanceof LostRun)) throw error;
      // The message of the cause may advise to try again.
      const reason = errorLabel(error.cause).replace(/[.。]$/, '');
      throw new UiError(
        vscode.l10n.t(
          'It is not known whether {0} ran ({1}). Look at its runs before you run it again.',
          plainText(name, 60),
          reason,
        ),
      );
    });
    const shown: ShownRun = { ...result, name, target: targetName(target), sent: [] };
    await this.#show(shown);
    const failedAt = failedPosition(shown.error?.stack ?? '', name);
    if (failedAt !== undefined) void reportFailedRun(this.#services, target, { name, began: undefined, failedAt });
    return shown;
  }

  async #show(run: ShownRun): Promise<void> {
    await this.#services.texts.show(`${plainText(run.name, 60)} ${run.jobId}.jsonc`, runText(run));
  }

  /** Marks the line of an error, until the file changes. */
  async #mark({ uri }: LocalFile, { message, stack }: NonNullable<ShownRun['error']>): Promise<void> {
    // Node follows links when it loads a file. This `realpath` keeps the case of a drive letter, as Node does then.
    const loaded = await promisify(realpath)(uri.fsPath).catch(() => uri.fsPath);
    const position = positionInStack(stack, loaded);
    if (position === undefined) return;
    const range = new vscode.Range(position, position.with({ character: Number.MAX_SAFE_INTEGER }));
    this.#services.problems.set(uri, [createDiagnostic(range, message)]);
  }

  /**
   * Starts the sandbox unless it runs. Returns the selected environment of the sandbox, otherwise production of its
   * first application.
   */
  async #sandboxTarget(): Promise<Selection> {
    const { application } = await this.#services.sandbox.ready();
    const selected = this.#services.selection.current();
    return selected?.application.sandbox === undefined ? { application, environment: undefined } : selected;
  }

  /**
   * Asks once for each workspace whether its functions may run.
   * @throws UiError in an untrusted workspace, vscode.CancellationError if the user declines
   */
  async #requireConsent(argument: CommandArgument, { name }: LocalFile): Promise<void> {
    if (!vscode.workspace.isTrusted)
      throw new UiError(
        vscode.l10n.t('A cloud function runs on this machine with your rights. Trust the workspace to run it.'),
      );
    const { state } = this.#services;
    if (state.get(consentKey) === true || isAllowedUnasked('hydrogen.function.run', argument)) return;
    const button = vscode.l10n.t('Run');
    const question = vscode.l10n.t('Run {0} on this machine?', plainText(name, 60));
    const detail = vscode.l10n.t(
      'Cloud functions of this workspace run with your rights: they can read and change your files. Their data is that of the sandbox. You are asked once for this workspace.',
    );
    await askToContinue(question, detail, button);
    await state.update(consentKey, true);
  }
}

/** Returns the function of a command; `file` is `undefined` if the workspace does not have the function. */
async function functionToRun(argument: CommandArgument): Promise<{ name: string; file: LocalFile | undefined }> {
  const name = nameOf(argument);
  if (name !== undefined) return { name, file: await fileIfAny(name) };
  const file = await localFile(argument);
  return { name: file.name, file };
}

/** Prepares a run of a file in the sandbox. @throws UiError if its event names a table that the sandbox does not have */
function startRun(
  sandbox: Sandbox,
  { name, uri }: LocalFile,
  { data, subject, schemaId, user }: RunEvent,
  options: Pick<LocalRunOptions, 'clientId' | 'envId' | 'debugging' | 'timeLimit'>,
): LocalRun {
  try {
    return sandbox.startLocalRun({ ...options, name, file: uri.fsPath, data, source: subject, schemaId, user });
  } catch (error) {
    if (!(error instanceof RangeError) || schemaId === undefined) throw error;
    const event = plainText(`${name}.event.json`, 100);
    const table = plainText(String(schemaId), 60);
    throw new UiError(
      vscode.l10n.t(
        '{0}: the sandbox has no table with the ID {1}. Bring the environment into the sandbox, or use a table of the sandbox.',
        event,
        table,
      ),
    );
  }
}

function shownRun({ data, error, log, executionTime, memory }: FunctionResult, output: string) {
  const failure = 'message' in error ? { message: error.message, stack: error.stack, type: error.type } : undefined;
  return { data, error: failure, log: `${output}${log}`, executionTime, memory };
}

/** Saves the file, because the process reads it from disk. @throws UiError if that fails */
async function save({ uri }: LocalFile): Promise<void> {
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  if (open?.isDirty !== true || (await open.save())) return;
  throw new UiError(vscode.l10n.t('{0} could not be saved, so it was not run.', plainText(open.fileName, 200)));
}
