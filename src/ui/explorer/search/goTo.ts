import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { applicationKey } from '../../../applications/application';
import type { Selection } from '../../../applications/selection';
import type { Parts } from '../../parts';
import { waitText } from '../../platform/progress';
import {
  applicationNode,
  environmentChildren,
  environmentNode,
  environmentNodes,
  type ContentCategoryNode,
  type EnvironmentNode,
  type TreeNode,
} from '../../nodes/node';
import { searchContents } from '../foundContent';
import { SearchPick } from './searchPick';
import { showStatus } from '../../platform/dialogs';

/** A person who types is not searched for after every letter. */
const debounce = 250;

const wanted: readonly TreeNode['kind'][] = [
  'application',
  'environment',
  'contentGroup',
  'contentCategory',
  'content',
];

type Needs = Pick<Parts, 'tree' | 'http' | 'applications' | 'selection'>;

/**
 * Applications, environments, groups, categories and contents by name or ID: what is loaded at once, all categories as they
 * are read, contents as the service finds them. The selected environment comes first.
 * @throws vscode.CancellationError when nothing is picked
 */
export async function pickAnything(parts: Needs): Promise<TreeNode> {
  const pick = new SearchPick(vscode.l10n.t('Go to…'));
  const closed = new AbortController();
  const work = new Work(pick);
  const environments = environmentsOf(parts);
  pick.add([...parts.tree.loaded()].filter(({ kind }) => wanted.includes(kind)));
  const [selected, ...others] = environments;
  const inSelected =
    selected === undefined ? undefined : work.run(() => readCategories(parts, selected, work, closed.signal));
  let search = new AbortController();
  let othersRead = false;
  const subscription = pick.onDidChangeValue(() => {
    search.abort();
    search = new AbortController();
    const { value } = pick;
    if (value === '') return;
    void work.run(() => findContents(parts, environments, value, work, search.signal));
    if (othersRead) return;
    othersRead = true;
    // Who has typed nothing wants what is at hand; only then is it worth to ask for all the others.
    void work.run(async () => {
      await inSelected;
      for (const environment of others) await readCategories(parts, environment, work, closed.signal);
    });
  });
  pick.refresh();
  try {
    return await pick.pick();
  } finally {
    search.abort();
    closed.abort();
    subscription.dispose();
    pick.dispose();
  }
}

/**
 * The categories of one environment, to any depth, in a list that fills while they are read.
 * @throws vscode.CancellationError when nothing is picked; the first error when nothing could be read
 */
export async function pickCategory(parts: Needs, target: Selection): Promise<ContentCategoryNode> {
  const pick = new SearchPick(vscode.l10n.t('Content Categories'));
  const closed = new AbortController();
  const work = new Work(pick);
  const environment = environmentNode(applicationNode(target.application), target.environment);
  const nothing = async (): Promise<never> => {
    await work.run(() => readCategories(parts, environment, work, closed.signal));
    if (pick.isEmpty && work.firstError !== undefined) throw work.firstError;
    if (pick.isEmpty) pick.placeholder = vscode.l10n.t('There are no content categories.');
    return new Promise(() => undefined);
  };
  try {
    return (await Promise.race([pick.pick(), nothing()])) as ContentCategoryNode;
  } finally {
    closed.abort();
    pick.dispose();
  }
}

/** What goes on behind the list: it is busy until all of it has ended, and what goes wrong stands in the list. */
class Work {
  readonly pick: SearchPick;
  firstError: Error | undefined;
  #running = 0;

  constructor(pick: SearchPick) {
    this.pick = pick;
  }

  async run(task: () => Promise<void>): Promise<void> {
    this.#running++;
    this.pick.busy = true;
    try {
      await task();
    } catch (error) {
      this.failed(error);
    } finally {
      this.#running--;
      this.pick.busy = this.#running > 0;
      this.pick.refresh();
    }
  }

  found(nodes: Iterable<TreeNode>): void {
    this.pick.add(nodes);
    this.pick.refresh();
  }

  readonly failed = (error: unknown): void => {
    if (error instanceof ApiError && error.code === 'cancelled') return;
    if (error instanceof Error) this.firstError ??= error;
    this.pick.fail(error);
  };

  readonly waiting = (seconds: number): void => {
    showStatus(waitText(seconds), seconds * 1000);
  };
}

async function readCategories(
  { tree }: Needs,
  environment: EnvironmentNode,
  work: Work,
  signal: AbortSignal,
): Promise<void> {
  const [library] = environmentChildren(environment);
  const { failed, waiting } = work;
  for await (const page of tree.categories(library, { signal, waiting }, failed)) {
    if (signal.aborted) return;
    work.found(page);
  }
}

async function findContents(
  { tree, http }: Needs,
  environments: readonly EnvironmentNode[],
  value: string,
  work: Work,
  signal: AbortSignal,
): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, debounce));
  const context = { fetch: await http.fetch(), signal };
  for (const environment of environments) {
    if (signal.aborted) return;
    try {
      for await (const page of searchContents(tree, environment, value, context, work.waiting)) work.found(page);
    } catch (error) {
      work.failed(error);
    }
  }
}

/** The selected environment, the others of its application, then those of the other applications. */
function environmentsOf({ applications, selection }: Needs): EnvironmentNode[] {
  const current = selection.current();
  const all = applications.list().applications.map(applicationNode).flatMap(environmentNodes);
  const distance = ({ application, environment }: EnvironmentNode) => {
    if (current === undefined || applicationKey(application) !== applicationKey(current.application)) return 2;
    return environment?.envId === current.environment?.envId ? 0 : 1;
  };
  return all.sort((one, other) => distance(one) - distance(other));
}
