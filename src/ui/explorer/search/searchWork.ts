import { cloudFunctionsNode } from '../../nodes/cloudFunctions';
import { contentLibraryNode } from '../../nodes/contentLibrary';
import { dataColumnNode } from '../../nodes/dataColumn';
import { dataTablesNode } from '../../nodes/dataTables';
import type { EnvironmentNode } from '../../nodes/environment';
import type { TreeNode } from '../../nodes/node';
import { isCancelled } from '../../platform/command';
import { showStatus } from '../../platform/dialogs';
import { waitText } from '../../platform/progress';
import type { Lists } from '../lists';
import { findCategories } from './findCategories';
import type { SearchPick } from './searchPick';

/** Runs the work behind a search. The pick is busy until all of it ends, and shows its errors. */
export class SearchWork {
  readonly #pick: SearchPick;
  firstError: Error | undefined;
  #running = 0;

  constructor(pick: SearchPick) {
    this.#pick = pick;
  }

  async run(task: () => Promise<void>): Promise<void> {
    this.#running++;
    this.#pick.busy = true;
    try {
      await task();
    } catch (error) {
      this.failed(error);
    } finally {
      this.#running--;
      this.#pick.busy = this.#running > 0;
    }
  }

  /** Adds all categories of an environment while they are read. */
  async addCategories(lists: Lists, environment: EnvironmentNode, signal: AbortSignal): Promise<void> {
    const library = contentLibraryNode(environment);
    for await (const page of findCategories(lists, library, { signal, waiting: this.waiting }, this.failed)) {
      if (signal.aborted) return;
      this.addFound(page);
    }
  }

  /** Adds the tables of an environment with their columns. */
  async addTables(lists: Lists, environment: EnvironmentNode, signal: AbortSignal): Promise<void> {
    for (const table of await lists.loadUnfiltered(dataTablesNode(environment), { signal, waiting: this.waiting })) {
      if (signal.aborted) return;
      if (table.kind === 'error') this.failed(table.error);
      if (table.kind !== 'dataTable') continue;
      const columns = table.schema?.columns ?? [];
      this.#pick.add([table, ...columns.map(column => dataColumnNode(table, column))]);
    }
    this.#pick.refresh();
  }

  /** Adds the cloud functions of an environment. */
  async addFunctions(lists: Lists, environment: EnvironmentNode, signal: AbortSignal): Promise<void> {
    const rows = await lists.loadUnfiltered(cloudFunctionsNode(environment), { signal, waiting: this.waiting });
    for (const row of rows) {
      if (signal.aborted) return;
      if (row.kind === 'error') this.failed(row.error);
    }
    this.addFound(rows.filter(({ kind }) => kind === 'cloudFunction'));
  }

  addFound(nodes: Iterable<TreeNode>): void {
    this.#pick.add(nodes);
    this.#pick.refresh();
  }

  readonly failed = (error: unknown): void => {
    if (isCancelled(error)) return;
    if (error instanceof Error) this.firstError ??= error;
    this.#pick.fail(error);
  };

  readonly waiting = (seconds: number): void => {
    showStatus(waitText(seconds), seconds * 1000);
  };
}
