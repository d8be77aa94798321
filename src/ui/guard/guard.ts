import * as vscode from 'vscode';
import type { Risk } from '../../api/operations/catalogue';
import type { RedactedRequest } from '../../api/http/redactedRequest';
import { applicationKey } from '../../applications/application';
import { decide, guardRuleOf, isUnlocked as isStillUnlocked, unlockTime } from '../../applications/guard';
import type { Selection } from '../../applications/selection';
import { targetName } from '../nodes/environmentName';
import { plainText } from '../messages/plainText';
import { askWithText, type ReadonlyTexts } from '../platform/readonlyTexts';
import { allRecordsText, requestText } from './requestText';
import { askSteps } from '../platform/prompts';
import { UiError } from '../messages/uiError';
import { showModal } from '../platform/dialogs';

export interface GuardedRequest extends RedactedRequest {
  risk: Risk;
}

/** Related requests of the same risk. */
interface GuardedRequests {
  risk: Risk;
  requests: readonly RedactedRequest[];
}

interface GuardWords {
  question: string;
  /** The consequence, if the request itself does not show it. */
  consequence?: string;
  button: string;
}

/** Asks before every request that writes. One per window. */
export interface Guard extends vscode.Disposable {
  /**
   * Resolves when the requests may be sent; asks once if the environment requires it.
   * @param asks `false` if the user allows scripts to do this without a question; only a read-only environment prevents
   * it
   * @throws vscode.CancellationError if the user declines, UiError if the environment is read-only
   */
  permit(
    target: Selection,
    request: GuardedRequest | GuardedRequests,
    options?: { words?: GuardWords; asks?: boolean },
  ): Promise<void>;
  /** True if the environment is read-only. */
  refuses(target: Selection): boolean;
  /**
   * Asks once, then permits all requests for some minutes.
   * @throws vscode.CancellationError, UiError
   */
  unlock(target: Selection): Promise<void>;
  lock(): void;
  /** Returns the unlocked environment, of which there is at most one. `until` is in Unix milliseconds. */
  unlocked(): { target: Selection; until: number } | undefined;
  isUnlocked(target: Selection): boolean;
  /** True if the environment asks questions that `unlock` can turn off. */
  canUnlock(target: Selection): boolean;
  readonly onDidChange: vscode.Event<void>;
}

export function createGuard(texts: ReadonlyTexts): Guard {
  const changed = new vscode.EventEmitter<void>();
  let open: { target: Selection; until: number } | undefined;
  let timer: NodeJS.Timeout | undefined;

  const setOpen = (next: typeof open) => {
    clearTimeout(timer);
    open = next;
    if (next !== undefined) timer = setTimeout(() => setOpen(undefined), next.until - Date.now());
    void vscode.commands.executeCommand('setContext', 'hydrogen.guard.unlocked', next !== undefined);
    changed.fire();
  };
  const openFor = (target: Selection) => setOpen({ target, until: Date.now() + unlockTime });
  const current = () => (isStillUnlocked(open?.until, Date.now()) ? open : undefined);
  const ruleOf = (target: Selection) => guardRuleOf(target, vscode.workspace.getConfiguration('hydrogen').get('guard'));
  const subscription = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('hydrogen.guard')) changed.fire();
  });
  const isUnlocked = (target: Selection) => isSame(current()?.target, target);

  return {
    async permit(target, request, { words, asks = true } = {}) {
      const rule = ruleOf(target);
      const until = isUnlocked(target) ? open?.until : undefined;
      const decision = decide(request.risk, rule, until, Date.now());
      if (decision === 'refuse') throw readOnly(target);
      if (decision === 'allow' || !asks) return;
      const send = words?.button ?? vscode.l10n.t('Send');
      const name = vscode.l10n.t('Type the Name…');
      const unlock = vscode.l10n.t('Unlock for 10 Minutes');
      const button = decision === 'typeName' ? name : send;
      const mayUnlock = request.risk !== 'endsTokens' && request.risk !== 'changesAll';
      const buttons = mayUnlock ? [button, unlock] : [button];
      const requests = 'requests' in request ? request.requests : [request];
      const question = words?.question ?? questionFor(target, request.risk, requests);
      const place = question.includes(where(target)) ? undefined : where(target);
      const text = requestText(requests, place, words?.consequence);
      const chosen = await askWithText(texts, { severity: 'warning', question, buttons }, text);
      if (chosen === undefined) throw new vscode.CancellationError();
      if (decision === 'typeName') await typeName(target);
      if (chosen === unlock) openFor(target);
    },
    async unlock(target) {
      const rule = ruleOf(target);
      if (rule === undefined) throw new UiError(vscode.l10n.t('{0} is not guarded: nothing is asked.', where(target)));
      if (rule === 'readOnly') throw readOnly(target);
      const button = vscode.l10n.t('Unlock for 10 Minutes');
      const question = vscode.l10n.t('Unlock {0}?', where(target));
      const detail = vscode.l10n.t(
        'For 10 minutes this window sends requests that change data, run code or cost money without asking. It still asks before requests that invalidate tokens or affect all records of a table.',
      );
      const chosen = await showModal('warning', question, detail, button);
      if (chosen !== button) throw new vscode.CancellationError();
      if (rule === 'type the name') await typeName(target);
      openFor(target);
    },
    lock: () => setOpen(undefined),
    refuses: target => ruleOf(target) === 'readOnly',
    unlocked: current,
    isUnlocked,
    canUnlock: target => ruleOf(target) === 'confirm' || ruleOf(target) === 'type the name',
    onDidChange: changed.event,
    dispose() {
      clearTimeout(timer);
      subscription.dispose();
      changed.dispose();
    },
  };
}

function questionFor(target: Selection, risk: Risk, [first]: readonly RedactedRequest[]): string {
  if (risk !== 'changesAll' || first === undefined) return vscode.l10n.t('Send this to {0}?', where(target));
  return vscode.l10n.t('{0} in {1}?', allRecordsText(first.method, first.url), where(target));
}

async function typeName(target: Selection): Promise<void> {
  const name = plainText(target.environment?.name ?? target.application.name).trim();
  const validate = (text: string) =>
    text === name ? undefined : vscode.l10n.t('The name does not match. Nothing was sent.');
  const step = {
    prompt: vscode.l10n.t('Type “{0}” to go on', name),
    placeholder: name,
    value: () => '',
    validate,
    accept: (text: string) => text,
  };
  await askSteps(where(target), [step], '');
}

function readOnly(target: Selection): UiError {
  return new UiError(vscode.l10n.t('{0} is read-only in your settings. Nothing was sent.', where(target)), [
    'openSettings',
  ]);
}

function where({ application, environment }: Selection): string {
  return targetName({ application, environment });
}

function isSame(one: Selection | undefined, other: Selection): boolean {
  return (
    one !== undefined &&
    applicationKey(one.application) === applicationKey(other.application) &&
    one.environment?.envId === other.environment?.envId
  );
}
