import * as vscode from 'vscode';
import { findEnvironment } from '../../../api/environmentNames';
import type { Selection } from '../../../applications/selection';
import { applicationIdentity, type Application } from '../../../applications/application';
import { destinations } from '../../../requests/sending/destination';
import type { Target } from '../../../requests/sending/resolve';
import { pinnedTarget, targetOf } from '../../../requests/document/requestTarget';
import { environmentValues } from '../../../requests/document/environmentValues';
import { directive, methodOf, type RequestDocument, type RequestNode } from '../../../requests/document/syntax';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import { allRecordsText } from '../../guard/requestText';
import { environmentName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import type { Tokens } from '../../tokens/tokens';
import { realmOf, type Users } from '../../users/userSessions';
import { asUiError } from './requestMessage';

/** As `placeOf`. @throws UiError */
export function selectionOf(
  request: Pick<RequestNode, 'directives'>,
  selected: Selection,
  all: readonly Application[],
): Selection {
  try {
    return targetOf(request, selected, all);
  } catch (error) {
    throw asUiError(error);
  }
}

/** Like `selectionOf`; `undefined` without an application. */
export function likelySelection(
  request: Pick<RequestNode, 'directives'>,
  selected: Selection | undefined,
  all: readonly Application[],
): Selection | undefined {
  if (selected === undefined) return undefined;
  try {
    return selectionOf(request, selected, all);
  } catch {
    return undefined;
  }
}

/** Identifies the target of a request: results of one target are not shown beside another one. */
export function targetKey({ application, environment }: Selection): string {
  return JSON.stringify([applicationIdentity(application), environment?.envId ?? null]);
}

/** Like `targetKey`, for a request as it would be sent now; `undefined` without an application. */
export function targetNow(
  request: Pick<RequestNode, 'directives'>,
  selected: Selection | undefined,
  all: readonly Application[],
): string | undefined {
  const selection = likelySelection(request, selected ?? pinnedTarget([request], all), all);
  return selection && targetKey(selection);
}

/** Returns the destination of requests: an application and environment with their tokens. */
export function requestTarget(tokens: Tokens, users: Users, selection: Selection): Target {
  const { application, environment } = selection;
  const { serverDomain, authUrl, clientId, environments } = application;
  return {
    serverDomain,
    authUrl,
    clientId,
    environments,
    envId: environment?.envId,
    accessToken: () => tokens.of(application).accessToken(),
    async userToken(envId) {
      const wanted = environments.find(candidate => candidate.envId === envId);
      return (await users.of(application).read(realmOf({ application, environment: wanted })))?.token;
    },
  };
}

type VariablesSetting = Record<string, Record<string, unknown> | undefined>;

/**
 * Returns the values of `{{name}}` from `hydrogen.variables`: those of the environment override the common ones (`*`).
 * Returns none in an untrusted workspace, because a value may decide where a request goes.
 */
export function environmentVariables({ environment }: Selection): Record<string, string> {
  const configuration = vscode.workspace.getConfiguration('hydrogen');
  const setting =
    (vscode.workspace.isTrusted
      ? configuration.get<VariablesSetting>('variables')
      : configuration.inspect<VariablesSetting>('variables')?.globalValue) ?? {};
  const values = environmentValues(setting, environment);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

export interface DestinationLabel {
  /** Name of the application; as written in the document if it does not exist. */
  application: string;
  /** Name of the environment, or the other host. */
  label: string;
  /** `unknown`: a response or a prompt decides the host. `other`: receives no credentials of the application. */
  host: 'own' | 'other' | 'unknown';
  /** The name that the sender will reject because no environment or several have it. */
  refused?: string | undefined;
  /** The consequence of a request that changes or deletes all records of a table. */
  warning?: string | undefined;
}

/** Predicts the destinations of a document's requests before they are sent. */
export function destinationsOf(
  document: RequestDocument,
  selected: Selection,
  all: readonly Application[],
): (request: RequestNode) => Promise<DestinationLabel> {
  const known = new Map<string, ReturnType<typeof destinations>>();
  const findIn = (selection: Selection): ReturnType<typeof destinations> => {
    const { application, environment } = selection;
    const key = JSON.stringify([applicationIdentity(application), environment?.envId]);
    const find =
      known.get(key) ?? destinations({ document, environmentVariables: environmentVariables(selection) }, application);
    known.set(key, find);
    return find;
  };
  return async request => {
    const selection = likelySelection(request, selected, all);
    const written = directive(request, 'application')?.value.text ?? '';
    const application = plainText(selection?.application.name ?? written, 60);
    // A request that cannot be sent as written has no destination.
    const nowhere = { family: 'webApi', operation: undefined, changesAll: false } as const;
    const found = await findIn(selection ?? selected)(request).catch(() => nowhere);
    if (found === undefined)
      return { application, label: vscode.l10n.t('host known only when it is sent'), host: 'unknown' };
    if (found.family === 'other') return { application, label: plainText(found.url.host, 60), host: 'other' };
    // Sent without an Env ID, so it affects all environments and counts as production.
    const isForAll = found.operation?.authorization === 'none';
    const label = isForAll ? environmentName(undefined) : environmentPlace(request, selection, selected);
    const warning = found.changesAll ? allRecordsText(methodOf(request), found.url.pathname) : undefined;
    // The environments of an unknown application are unknown too.
    const refused = selection && refusedEnvironment(request, selection.application.environments);
    return { application, label: plainText(label, 60), host: 'own', warning, refused };
  };
}

function environmentPlace(request: RequestNode, selection: Selection | undefined, selected: Selection): string {
  const named = directive(request, 'environment')?.value.text;
  if (named === undefined) return environmentName(selection?.environment);
  return namedEnvironment(named, (selection ?? selected).application.environments);
}

function refusedEnvironment(request: RequestNode, environments: Application['environments']): string | undefined {
  const wanted = directive(request, 'environment')?.value.text;
  if (wanted === undefined || findEnvironment(environments, wanted).kind === 'found') return undefined;
  return plainText(wanted, 60);
}

/** Returns the environment name for `# @environment`; unchanged if it matches none or several. */
function namedEnvironment(wanted: string, environments: Application['environments']): string {
  const found = findEnvironment(environments, wanted);
  return found.kind === 'found' ? environmentName(found.environment) : wanted;
}

/** Fires when destinations may have changed although no document has. */
export function onDidChangeDestinations(
  { selection, applications }: { selection: SelectionStore; applications: ApplicationStore },
  listener: () => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    selection.onDidChange(listener),
    applications.onDidChange(listener),
    vscode.workspace.onDidGrantWorkspaceTrust(listener),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('hydrogen.variables')) listener();
    }),
  );
}
