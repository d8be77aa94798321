import * as vscode from 'vscode';
import { isForProduction } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import { dependencyLookup, orderOf } from '../../requests/checks/dependencies';
import { roleOf } from '../../requests/checks/role';
import { labelOf } from '../../requests/document/outline';
import { directive, type RequestDocument, type RequestNode } from '../../requests/document/syntax';
import type { ResolvedRequest } from '../../requests/sending/resolvedRequest';
import { namesText } from '../platform/confirm';
import { askToContinue } from '../platform/dialogs';
import { plainText } from '../messages/plainText';
import { UiError } from '../messages/uiError';

/** The error for a request to production in a run that must not send to production. */
class ProductionError extends UiError {
  readonly code = 'production';

  constructor() {
    super(vscode.l10n.t('Only single requests are sent to production. Run it on its own.'));
  }
}

/**
 * Decides which requests of a run may go to production: the request that the user picked and, if the user confirms
 * once, the setups, teardowns and dependencies that are sent with it.
 */
export class ProductionConsent {
  readonly #picked: { document: RequestDocument; request: RequestNode } | undefined;
  #answer: Promise<void> | undefined;

  /** @param picked the request that the user picked; absent if nothing may go to production */
  constructor(picked?: { document: RequestDocument; request: RequestNode }) {
    this.#picked = picked;
  }

  /** @throws UiError if the request must not go to production; vscode.CancellationError if the user declines */
  async permit(request: RequestNode, resolved: ResolvedRequest, to: Selection): Promise<void> {
    // A request may override the target of its run.
    if (!isForProduction(resolved, to.application)) return;
    const picked = this.#picked;
    if (picked === undefined) throw new ProductionError();
    if (request.index === picked.request.index) return;
    this.#answer ??= askForOthers(picked.request, othersOf(picked.document, picked.request), to);
    await this.#answer;
  }
}

async function askForOthers(picked: RequestNode, others: readonly RequestNode[], to: Selection): Promise<void> {
  const button = vscode.l10n.t('Send All');
  const name = plainText(to.application.name, 60);
  const question =
    others.length === 1
      ? vscode.l10n.t('Send 1 more request to the production of {0}?', name)
      : vscode.l10n.t('Send {0} more requests to the production of {1}?', others.length, name);
  const reason = vscode.l10n.t(
    '“{0}” is sent together with these requests of its file:',
    plainText(labelOf(picked), 80),
  );
  const names = others.map(other => `${plainText(labelOf(other), 60)}${roleText(other)}`);
  await askToContinue(question, `${reason}\n\n${namesText(names)}`, button);
}

function roleText(request: RequestNode): string {
  const role = roleOf(request);
  return role === 'request' ? '' : ` (# @${role})`;
}

/** Returns the setups, teardowns and dependencies that are sent with a request. */
function othersOf(document: RequestDocument, picked: RequestNode): RequestNode[] {
  const isSkipped = (request: RequestNode) => directive(request, 'skip') !== undefined;
  const around = document.requests.filter(request => roleOf(request) !== 'request' && !isSkipped(request));
  const { requests } = orderOf([...around, picked], dependencyLookup(document));
  return requests
    .filter(request => request !== picked && !isSkipped(request))
    .sort((one, other) => one.index - other.index);
}
