import * as vscode from 'vscode';
import { findEnvironment } from '../../../api/environmentNames';
import type { Selection } from '../../../applications/selection';
import { applicationIdentity, type Application } from '../../../applications/application';
import { destinations } from '../../../requests/sending/destination';
import type { Target } from '../../../requests/sending/resolve';
import { pinnedTarget, targetOf } from '../../../requests/document/requestTarget';
import { environmentValues, settingText } from '../../../requests/document/environmentValues';
import { directive, methodOf, type RequestNode } from '../../../requests/document/syntax';
import type { TargetServices } from '../../applications/commandTarget';
import { allRecordsText } from '../../guard/requestText';
import { environmentName } from '../../nodes/environmentName';
import { plainHost, plainText } from '../../messages/plainText';
import type { Tokens } from '../../tokens/tokens';
import { realmOf, type Users } from '../../users/userSessions';
import { parsedDocument } from './parsedDocument';
import { asUiError } from './requestMessage';

/**
 * Returns the target of a request: the selected one, unless its directives name another.
 * @throws UiError if the application is unknown or ambiguous
 */
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

/**
 * Like `selectionOf`, but returns `undefined` if the application is unknown or ambiguous, or if nothing is selected and
 * the request does not name its whole target.
 */
export function likelySelection(
  request: Pick<RequestNode, 'directives'>,
  selected: Selection | undefined,
  all: readonly Application[],
): Selection | undefined {
  const from = selected ?? pinnedTarget([request], all);
  try {
    return from && selectionOf(request, from, all);
  } catch {
    return undefined;
  }
}

/** Returns a key for the target of a request. Results are shown and used only for the target they came from. */
export function targetKey({ application, environment }: Selection): string {
  return JSON.stringify([applicationIdentity(application), environment?.envId ?? null]);
}

/** Returns the key of the target to which a request would be sent now; `undefined` if this target is unknown. */
export function targetNow(
  request: Pick<RequestNode, 'directives'>,
  selected: Selection | undefined,
  all: readonly Application[],
): string | undefined {
  const selection = likelySelection(request, selected, all);
  return selection && targetKey(selection);
}

/** Returns the target for the core: the application, the environment and functions that read their tokens. */
export function requestTarget(tokens: Tokens, users: Users, selection: Selection): Target {
  const { application, environment } = selection;
  const { serverDomain, authUrl, clientId, environments } = application;
  return {
    serverDomain,
    authUrl,
    clientId,
    environments,
    envId: environment?.envId,
    isSandbox: application.sandbox !== undefined,
    accessToken: () => tokens.of(application).accessToken(),
    async userToken(envId) {
      const environment = environments.find(candidate => candidate.envId === envId);
      return (await users.of(application).read(realmOf({ application, environment })))?.token;
    },
  };
}

type VariablesSetting = Record<string, Record<string, unknown> | undefined>;

/**
 * Returns the values of `{{name}}` from `hydrogen.variables`: those of the environment override the common ones (`*`).
 * In an untrusted workspace, only the user settings apply, because a value may decide where a request goes.
 * @param uri the document, whose folder may have settings
 */
export function environmentVariables(uri: vscode.Uri, { environment }: Selection): Record<string, string | undefined> {
  const configuration = vscode.workspace.getConfiguration('hydrogen', uri);
  const setting =
    (vscode.workspace.isTrusted
      ? configuration.get<VariablesSetting>('variables')
      : configuration.inspect<VariablesSetting>('variables')?.globalValue) ?? {};
  const values = environmentValues(setting, environment);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, settingText(value)]));
}

export interface DestinationLabel {
  /** Name of the application; as written in the document if it does not exist. */
  application: string;
  /** Name of the environment, or the other host. */
  label: string;
  /**
   * `unknown`: a response or a prompt decides the host. `other`: receives no credentials of the application. `leak`:
   * another host that would receive a secret, so the request is not sent.
   */
  host: 'own' | 'other' | 'leak' | 'unknown';
  /** The name in `# @environment` if no environment or several have it: the request will not be sent. */
  refused?: string | undefined;
  /** The consequence of a request that changes or deletes all records of a table. */
  warning?: string | undefined;
}

/**
 * Predicts the destinations of a document's requests before they are sent. The result is `undefined` if nothing is
 * selected and the request does not name its whole target.
 */
export function destinationsOf(
  document: vscode.TextDocument,
  selected: Selection | undefined,
  all: readonly Application[],
): (request: RequestNode) => Promise<DestinationLabel | undefined> {
  const finders = new Map<string, ReturnType<typeof destinations>>();
  const parsed = parsedDocument(document);
  const finderFor = (selection: Selection): ReturnType<typeof destinations> => {
    const key = targetKey(selection);
    const find =
      finders.get(key) ??
      destinations(
        { document: parsed, environmentVariables: environmentVariables(document.uri, selection) },
        selection.application,
      );
    finders.set(key, find);
    return find;
  };
  return async request => {
    const from = selected ?? pinnedTarget([request], all);
    if (from === undefined) return undefined;
    const selection = likelySelection(request, from, all);
    const written = directive(request, 'application')?.value.text ?? '';
    const application = plainText(selection?.application.name ?? written, 60);
    // A request that cannot be sent as written gets the label of its environment, like a request to the service.
    const unresolved = {
      family: 'webApi',
      isForAllEnvironments: false,
      changesAll: false,
      leaksSecret: false,
    } as const;
    const destination = await finderFor(selection ?? from)(request).catch(() => unresolved);
    if (destination === undefined)
      return { application, label: vscode.l10n.t('host known only when it is sent'), host: 'unknown' };
    if (destination.family === 'other')
      return {
        application,
        label: plainHost(destination.url.host, 60),
        host: destination.leaksSecret ? 'leak' : 'other',
      };
    // Without an Env ID, the request affects all environments and counts as production.
    const { label, refused } = environmentLabel(request, selection, from);
    const shown = plainText(destination.isForAllEnvironments ? environmentName(undefined) : label, 60);
    const warning = destination.changesAll ? allRecordsText(methodOf(request), destination.url.pathname) : undefined;
    return { application, label: shown, host: 'own', warning, refused };
  };
}

/** Returns the name of the environment of a request; the word of its directive if it matches none or several. */
function environmentLabel(
  request: RequestNode,
  selection: Selection | undefined,
  selected: Selection,
): Pick<DestinationLabel, 'label' | 'refused'> {
  const word = directive(request, 'environment')?.value.text;
  if (word === undefined) return { label: environmentName(selection?.environment) };
  const match = findEnvironment((selection ?? selected).application.environments, word);
  if (match.kind === 'found') return { label: environmentName(match.environment) };
  // The environments of an unknown application are not known, so none is refused.
  return { label: word, refused: selection && plainText(word, 60) };
}

/** Calls the listener when destinations may have changed without an edit of a document. */
export function onDidChangeDestinations(
  { selection, applications }: TargetServices,
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
