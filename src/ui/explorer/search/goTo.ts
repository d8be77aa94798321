import * as vscode from 'vscode';
import { sideBySide } from '../../../api/http/sideBySide';
import { applicationKey } from '../../../applications/application';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import { applicationNode } from '../../nodes/application';
import { environmentNodes, environmentOf, type EnvironmentNode } from '../../nodes/environment';
import { kindOf, type TreeNode } from '../../nodes/node';
import type { Http } from '../../network/http';
import type { Tokens } from '../../tokens/tokens';
import type { Lists } from '../lists';
import { searchContents } from './foundContent';
import { SearchPick } from './searchPick';
import { SearchWork } from './searchWork';

/** Milliseconds without typing before a search begins. */
const debounce = 250;
/** The maximum number of environments that are read at the same time. A slow one does not delay the others. */
const atOnce = 4;

export interface SearchServices {
  applications: Pick<ApplicationStore, 'list'>;
  selection: Pick<SelectionStore, 'current'>;
  tokens: Pick<Tokens, 'isAuthorized'>;
  http: Pick<Http, 'fetch'>;
  lists: Lists;
  /** Returns the cached rows below a node; without a node, the applications. */
  cachedChildren: (node?: TreeNode) => TreeNode[];
}

/**
 * Searches applications, environments, groups, categories, contents, tables, columns and cloud functions by name or ID.
 * Shows cached rows at once, then categories, tables and functions as they are read, and contents as the service finds
 * them. The selected environment comes first.
 * @throws vscode.CancellationError when nothing is picked
 */
export async function pickAnything(searched: SearchServices): Promise<TreeNode> {
  const environments = environmentsOf(searched);
  const pick = new SearchPick(vscode.l10n.t('Go to…'), rankIn(environments));
  const closed = new AbortController();
  const work = new SearchWork(pick);
  const readCategories = (environment: EnvironmentNode) =>
    work.addCategories(searched.lists, environment, closed.signal);
  // A search never starts an authorization, because that could invalidate tokens in use elsewhere.
  const readOpenApi = async (environment: EnvironmentNode) => {
    if (!(await searched.tokens.isAuthorized(environment.application))) return;
    await Promise.all([
      work.addTables(searched.lists, environment, closed.signal),
      work.addFunctions(searched.lists, environment, closed.signal),
    ]);
  };
  const readEnvironment = async (environment: EnvironmentNode) => {
    // An error in one part does not end the other.
    await Promise.all([work.run(() => readCategories(environment)), work.run(() => readOpenApi(environment))]);
  };
  pick.add(cachedRows(searched.cachedChildren), () => -1);
  const [selected, ...others] = environments;
  if (selected !== undefined) void readEnvironment(selected);
  let search = new AbortController();
  let othersRead = false;
  const subscription = pick.onDidChangeValue(() => {
    search.abort();
    search = new AbortController();
    const { value } = pick;
    if (value === '') return;
    void work.run(() => findContents(searched, environments, value, work, search.signal));
    if (othersRead) return;
    othersRead = true;
    // Other environments are read only after the user typed something.
    void work.run(() => sideBySide(others, atOnce, readEnvironment));
  });
  pick.refresh();
  try {
    return await pick.picked();
  } finally {
    search.abort();
    closed.abort();
    subscription.dispose();
    pick.dispose();
  }
}

/** Yields the cached rows that can be searched for. */
function* cachedRows(cachedChildren: SearchServices['cachedChildren']): Generator<TreeNode> {
  const waiting = cachedChildren();
  for (let next = 0; next < waiting.length; next++) {
    const node = waiting[next] as TreeNode;
    if (kindOf(node).search !== undefined) yield node;
    waiting.push(...cachedChildren(node));
  }
}

async function findContents(
  { lists, http }: SearchServices,
  environments: readonly EnvironmentNode[],
  value: string,
  work: SearchWork,
  signal: AbortSignal,
): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, debounce));
  const context = { fetch: await http.fetch(), signal };
  await sideBySide(environments, atOnce, async environment => {
    if (signal.aborted) return;
    try {
      for await (const page of searchContents(lists, environment, value, context, work.waiting)) work.addFound(page);
    } catch (error) {
      work.failed(error);
    }
  });
}

/** Returns the selected environment first, then the others of its application, then those of other applications. */
function environmentsOf({ applications, selection }: SearchServices): EnvironmentNode[] {
  const current = selection.current();
  const all = applications.list().applications.map(applicationNode).flatMap(environmentNodes);
  const distance = ({ application, environment }: EnvironmentNode) => {
    if (current === undefined || applicationKey(application) !== applicationKey(current.application)) return 2;
    return environment?.envId === current.environment?.envId ? 0 : 1;
  };
  return all.sort((one, other) => distance(one) - distance(other));
}

/** Returns a function for the rank of a row in the results: the rows of the first environment come first. */
function rankIn(environments: readonly EnvironmentNode[]): (node: TreeNode) => number {
  const ranks = new Map(environments.map(({ id }, rank) => [id, rank]));
  return node => ('environment' in node ? ranks.get(environmentOf(node).id) : undefined) ?? environments.length;
}
