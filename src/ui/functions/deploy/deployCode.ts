import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import type { Selection } from '../../../applications/selection';
import type { WriteOutcome } from '../../../change/change';
import { outcomeWithoutWrite } from '../../../change/execute';
import {
  createFunction,
  keepAsVersion,
  replaceCode,
  type CodeDifference,
  type DeployChange,
} from '../../../functions/deploy';
import { readFunction, type DeployedFunction } from '../../../functions/functionService';
import type { FunctionIdentity, FunctionVersions } from '../../../functions/versions';
import type { Guard } from '../../guard/guard';
import { apiMessages } from '../../messages/apiErrors';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { timeText } from '../../messages/timeText';
import { UiError } from '../../messages/uiError';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import { requireWritable, writeChanges } from '../../records/change/writeChanges';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';
import { askConflict, askCreate } from './askDeploy';
import { targetName } from '../../nodes/environmentName';

export interface DeployServices extends ServiceAccess {
  guard: Guard;
  texts: ReadonlyTexts;
  versions: FunctionVersions;
}

/** Code to deploy. `base` is the SHA-256 of the deployed code that it was made from; `undefined` if unknown. */
interface Deployment {
  target: Selection;
  name: string;
  code: string;
  base: string | undefined;
  /** True if the code is that of a file, which the deployed code can replace. */
  isFile: boolean;
}

/**
 * Deploys code. Replaces only the base, or code that the user has compared and chosen to overwrite.
 * @returns the deployed function, which has other code if the user keeps the deployed code
 * @throws vscode.CancellationError, UiError, ApiError
 */
export async function deployCode(services: DeployServices, deployment: Deployment): Promise<DeployedFunction> {
  const { guard, texts, versions } = services;
  const { target, name, code } = deployment;
  const { data: service } = await serviceFor(target, services);
  const context = { target, service, guard };
  await requireWritable(context);
  const identity = identityOf(target, name);
  const targetLabel = targetName(target);
  const send = (change: DeployChange) => sendChange(context, change);
  let { base = '' } = deployment;
  for (;;) {
    const change = replaceCode(name, code, base, keepAsVersion(versions, identity, base));
    // If the guard asks, conflicts are shown before its question. The question takes time, so the executor compares
    // again.
    const asks = guard.asks(target, 'runsCode');
    const compared = asks
      ? outcomeWithoutWrite(change, await readFunction(service, name), { conditional: false })
      : undefined;
    const outcome = compared ?? (await send(change));
    if (outcome.status !== 'conflict') return finished(services, identity, code, outcome);
    const { server } = outcome;
    if (server === undefined) {
      await askCreate(name, targetLabel);
      const created = await send(createFunction(name, code));
      if (created.status !== 'conflict') return finished(services, identity, code, created);
      base = '';
      continue;
    }
    if (server.code === code) return server;
    const baseVersion = deployment.base === undefined ? undefined : await versions.find(identity, deployment.base);
    const sides = { base: baseVersion, theirs: server.code, mine: code };
    const changed = changeText(server);
    const choice = await askConflict(texts, { name, targetLabel, ...sides, canKeep: deployment.isFile, changed });
    if (choice === 'theirs') return server;
    base = server.hash;
  }
}

/** Returns the identity under which versions of a function are stored. */
export function identityOf({ application, environment }: Selection, name: string): FunctionIdentity {
  return { authUrl: application.authUrl, clientId: application.clientId, envId: environment?.envId, name };
}

async function sendChange(context: Parameters<typeof writeChanges>[0], change: DeployChange) {
  const summary = (targetLabel: string) => ({
    question: vscode.l10n.t('Deploy {0} to {1}?', plainText(change.title, 60), targetLabel),
    button: vscode.l10n.t('Deploy'),
  });
  const [result] = await writeChanges(context, [change], { confirm: async () => undefined, summary });
  return result?.outcome ?? ({ status: 'notSent' } as const);
}

async function finished(
  { versions }: DeployServices,
  identity: FunctionIdentity,
  code: string,
  outcome: WriteOutcome<DeployedFunction, CodeDifference>,
): Promise<DeployedFunction> {
  if (outcome.status === 'saved' && outcome.state !== undefined) {
    const version = { code, author: outcome.state.updatedBy ?? '', origin: 'deployed' } as const;
    // A failure must not hide the deployment. Replaced code was stored before.
    await versions.add(identity, version).catch(() => undefined);
    return outcome.state;
  }
  throw failureOf(identity.name, outcome);
}

function failureOf(name: string, outcome: WriteOutcome<DeployedFunction, CodeDifference>): unknown {
  const shown = plainText(name, 60);
  switch (outcome.status) {
    case 'refused':
      return typeof outcome.error === 'string' ? new UiError(apiMessages.quoted(outcome.error)) : outcome.error;
    case 'partly':
      return new UiError(vscode.l10n.t('The service has other code for {0} than was sent. Open it to compare.', shown));
    case 'unknown': {
      const reason = outcome.error === undefined ? '' : errorMessage(outcome.error).text;
      const text = vscode.l10n.t('It is not known whether {0} was deployed. Open it before you deploy again.', shown);
      return new UiError(joinSentences([text, reason]));
    }
    case 'conflict':
    case 'notSent':
    case 'saved':
      return new UiError(vscode.l10n.t('{0} was not deployed.', shown));
  }
}

function changeText({ updatedAt, updatedBy }: DeployedFunction): string {
  if (updatedAt === undefined) return '';
  const when = timeText(updatedAt * 1000);
  if (updatedBy === undefined || updatedBy === '') return vscode.l10n.t('Deployed {0}.', when);
  return vscode.l10n.t('Deployed {0} by {1}.', when, plainText(updatedBy, 60));
}
