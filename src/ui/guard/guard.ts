import * as vscode from 'vscode';
import type { Risk } from '../../api/operations/catalogue';
import type { RedactedRequest } from '../../api/http/redactedRequest';
import type { GuardRule } from '../../applications/application';
import {
  guardDecision,
  guardRuleOf,
  type GuardDecision,
  isUnlocked as isStillUnlocked,
  unlockTime,
} from '../../applications/guard';
import { isSameTarget, resolveSelection, storeSelection, type Selection } from '../../applications/selection';
import type { ApplicationStore } from '../applications/applicationStore';
import { targetName } from '../nodes/environmentName';
import { plainText } from '../messages/plainText';
import { askWithText, type ReadonlyTexts } from '../platform/readonlyTexts';
import { allRecordsText, requestText } from './requestText';
import { askSteps } from '../platform/prompts';
import { UiError } from '../messages/uiError';
import { askToContinue } from '../platform/dialogs';

/** Related requests of the same risk. */
interface GuardedRequests {
  risk: Risk;
  requests: readonly RedactedRequest[];
}

export interface GuardWords {
  question: string;
  /** The consequence, if the request itself does not show it. */
  consequence?: string;
  button: string;
}

/** Asks the user before requests that change data, as the rule of the environment requires. One per window. */
export class Guard implements vscode.Disposable {
  readonly #texts: ReadonlyTexts;
  readonly #applications: Pick<ApplicationStore, 'list'>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #unlocked: { target: Selection; until: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(texts: ReadonlyTexts, applications: Pick<ApplicationStore, 'list'>) {
    this.#texts = texts;
    this.#applications = applications;
    this.#subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('hydrogen.guard')) this.#changed.fire();
    });
  }

  /**
   * Resolves when the requests may be sent; asks once if the environment requires it.
   * @param asks `false` if a user setting lets the script send without a question; a read-only environment still
   * refuses
   * @throws vscode.CancellationError if the user declines, UiError if the environment is read-only
   */
  async permit(
    target: Selection,
    { risk, requests }: GuardedRequests,
    { words, asks = true }: { words?: GuardWords; asks?: boolean } = {},
  ): Promise<void> {
    const decision = this.#decision(target, risk);
    if (decision === 'refuse') throw readOnly(target);
    if (decision === 'allow' || !asks) return;
    const send = words?.button ?? vscode.l10n.t('Send');
    const name = vscode.l10n.t('Type the Name…');
    const unlock = vscode.l10n.t('Unlock for 10 Minutes');
    const button = decision === 'typeName' ? name : send;
    const mayUnlock = risk !== 'endsTokens' && risk !== 'changesAll';
    const buttons = mayUnlock ? [button, unlock] : [button];
    const question = words?.question ?? questionFor(target, risk, requests);
    const targetLabel = question.includes(targetName(target)) ? undefined : targetName(target);
    const text = requestText(requests, targetLabel, words?.consequence);
    const chosen = await askWithText(this.#texts, { severity: 'warning', question, buttons }, text);
    await this.#checkAgain(target, decision === 'typeName', () => this.#decision(target, risk));
    if (chosen === unlock) this.#unlockFor(target);
  }

  /**
   * Asks before the data of a guarded environment is copied to this machine. Copying only reads, so a read-only
   * environment allows it. An unlocked environment still asks: unlocking covers only requests that write.
   * @param asks `false` if a user setting lets the script copy without a question
   * @throws vscode.CancellationError if the user declines
   */
  async permitCopy(target: Selection, asks: boolean): Promise<void> {
    const rule = this.#ruleOf(target);
    if (rule === undefined || !asks) return;
    const button = vscode.l10n.t('Copy');
    const question = vscode.l10n.t('Copy data of {0} into the sandbox?', targetName(target));
    const detail = vscode.l10n.t(
      'This copies people’s data to this machine. Profiles are not read, and personal values are masked before they are stored. Only GET requests are sent.',
    );
    await askToContinue(question, detail, button);
    // The rule may have changed while the question was open.
    if ([rule, this.#ruleOf(target)].includes('type the name')) await typeName(target);
  }

  /** True if `permit` asks before a request of this risk. */
  asks(target: Selection, risk: Risk): boolean {
    return ['confirm', 'typeName'].includes(this.#decision(target, risk));
  }

  /** True if the environment is read-only. */
  refuses(target: Selection): boolean {
    return this.#ruleOf(target) === 'readOnly';
  }

  /** Returns how to make a read-only environment writable; `undefined` if it is not read-only. */
  readOnlyText(target: Selection): string | undefined {
    if (!this.refuses(target)) return undefined;
    const { application, environment } = this.#now(target);
    const isOfApplication = environment !== undefined || application.guard !== undefined;
    return vscode.l10n.t(
      '{0} is read-only in your settings. To edit or save its records, change the setting {1}.',
      targetName(target),
      isOfApplication ? 'hydrogen.applications' : 'hydrogen.guard',
    );
  }

  /**
   * Asks once, then permits requests for 10 minutes, except those that end tokens or change all records of a table.
   * @throws vscode.CancellationError if the user declines, UiError if the environment is read-only or has no guard
   */
  async unlock(target: Selection): Promise<void> {
    const rule = this.#ruleOf(target);
    const targetLabel = targetName(target);
    if (rule === undefined)
      throw new UiError(vscode.l10n.t('{0} has no guard: requests are sent without asking.', targetLabel));
    if (rule === 'readOnly') throw readOnly(target);
    const button = vscode.l10n.t('Unlock for 10 Minutes');
    const question = vscode.l10n.t('Unlock {0}?', targetLabel);
    const detail = vscode.l10n.t(
      'For 10 minutes this window sends requests that change data, run code or cost money without asking. It still asks before requests that invalidate tokens or affect all records of a table.',
    );
    await askToContinue(question, detail, button);
    await this.#checkAgain(target, rule === 'type the name', () =>
      guardDecision('writes', this.#ruleOf(target), undefined, Date.now()),
    );
    this.#unlockFor(target);
  }

  lock(): void {
    this.#setUnlocked(undefined);
  }

  /** Returns the unlocked environment, of which there is at most one. `until` is in Unix milliseconds. */
  unlocked(): { target: Selection; until: number } | undefined {
    return isStillUnlocked(this.#unlocked?.until, Date.now()) ? this.#unlocked : undefined;
  }

  isUnlocked(target: Selection): boolean {
    return isSameTarget(this.unlocked()?.target, target);
  }

  /** True if the environment asks questions that `unlock` can turn off. */
  canUnlock(target: Selection): boolean {
    return this.#ruleOf(target) === 'confirm' || this.#ruleOf(target) === 'type the name';
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #ruleOf(target: Selection): GuardRule | undefined {
    return guardRuleOf(this.#now(target), vscode.workspace.getConfiguration('hydrogen').get('guard'));
  }

  /** Returns the target with its current settings: a run of many requests holds the target from its start. */
  #now(target: Selection): Selection {
    return resolveSelection(this.#applications.list().applications, storeSelection(target)) ?? target;
  }

  #decision(target: Selection, risk: Risk): GuardDecision {
    const until = this.isUnlocked(target) ? this.#unlocked?.until : undefined;
    return guardDecision(risk, this.#ruleOf(target), until, Date.now());
  }

  /**
   * Asks for the name and refuses as required now, after an answer: the settings may have changed while the question was
   * open.
   * @param asksName true if the question required the name
   */
  async #checkAgain(target: Selection, asksName: boolean, decision: () => GuardDecision): Promise<void> {
    const isRefused = () => decision() === 'refuse';
    if (isRefused()) throw readOnly(target);
    if (asksName || decision() === 'typeName') await typeName(target);
    if (isRefused()) throw readOnly(target);
  }

  #unlockFor(target: Selection): void {
    this.#setUnlocked({ target, until: Date.now() + unlockTime });
  }

  #setUnlocked(next: { target: Selection; until: number } | undefined): void {
    clearTimeout(this.#timer);
    this.#unlocked = next;
    if (next !== undefined) this.#timer = setTimeout(() => this.lock(), next.until - Date.now());
    void vscode.commands.executeCommand('setContext', 'hydrogen.guard.unlocked', next !== undefined);
    this.#changed.fire();
  }
}

function questionFor(target: Selection, risk: Risk, [first]: readonly RedactedRequest[]): string {
  if (risk !== 'changesAll' || first === undefined) return vscode.l10n.t('Send this to {0}?', targetName(target));
  return vscode.l10n.t('{0} in {1}?', allRecordsText(first.method, first.url), targetName(target));
}

async function typeName(target: Selection): Promise<void> {
  const name = plainText(target.environment?.name ?? target.application.name).trim();
  const validate = (text: string) =>
    text === name ? undefined : vscode.l10n.t('The name does not match. Nothing was sent.');
  const step = {
    prompt: vscode.l10n.t('Type “{0}” to continue', name),
    placeholder: name,
    value: () => '',
    validate,
    accept: (text: string) => text,
  };
  await askSteps(targetName(target), [step], '');
}

function readOnly(target: Selection): UiError {
  return new UiError(vscode.l10n.t('{0} is read-only in your settings. Nothing was sent.', targetName(target)), [
    'openSettings',
  ]);
}
