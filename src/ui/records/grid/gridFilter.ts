import * as vscode from 'vscode';
import { filterSuggestions, type FilterSuggestion } from '../../../records/filter/complete';
import { filterText, readFilter } from '../../../records/filter/filter';
import type { FilterProblem } from '../../../records/filter/filterProblem';
import { pagePosition, pageSizes, totalWithoutCounting, turnPage, withPageSize } from '../../../records/table/paging';
import type { DataAddress, PageAddress } from '../../../records/table/query';
import { columnText, typeText } from '../../nodes/dataColumn';
import { plainText } from '../../messages/plainText';
import { showPick } from '../../platform/prompts';
import { openQuery } from '../document/openQuery';
import type { RecordFiles } from '../document/recordFiles';
import type { FilterHistory } from './filterHistory';
import { filterProblem } from '../language/filterMessages';
import type { FilterAnswer, FilterMessage, FilterWords, ShownProblem } from './filterProtocol';
import type { RecordCounts } from './recordCounts';

/** The dependencies of the filter line besides its document. */
export interface FilterDependencies {
  records: Pick<RecordFiles, 'document' | 'refresh' | 'serviceOf'>;
  history: FilterHistory;
  counts: RecordCounts;
  /** Returns the favourites of the same table with their labels. */
  favouritePages: (address: DataAddress) => readonly { label: string; address: PageAddress }[];
}

/** Answers the filter line and the paging of a grid. Another filter or page opens another document. */
export class GridFilter {
  readonly #document: vscode.TextDocument;
  readonly #address: PageAddress;
  readonly #dependencies: FilterDependencies;
  readonly #post: (message: FilterAnswer) => void;
  #total: number | undefined;

  constructor(
    document: vscode.TextDocument,
    address: PageAddress,
    dependencies: FilterDependencies,
    post: (message: FilterAnswer) => void,
  ) {
    this.#document = document;
    this.#address = address;
    this.#dependencies = dependencies;
    this.#post = post;
  }

  /** Sends the condition and the range of shown records to the page. Counts all records if the total is unknown. */
  show(): void {
    this.#post({ type: 'filterApplied', text: this.#applied(), words: filterWords() });
    this.#showPosition();
    void this.#count();
  }

  /** Sends the problems and suggestions of a typed filter. Sends no request, because it runs while the user types. */
  check({ text, offset }: { text: string; offset: number }): void {
    const columns = this.#columns();
    const { problems } = readFilter(text, columns);
    const suggestions = columns === undefined ? [] : filterSuggestions(text, offset, columns, new Date());
    this.#post({
      type: 'filterChecked',
      text,
      problems: problems.map((problem): ShownProblem => {
        const severity = problem.isWarning === true ? 'warning' : 'error';
        return [problem.start, problem.end, filterProblem(problem), severity];
      }),
      suggestions: suggestions.map(each => ({ ...shown(each), detail: this.#detailOf(each) })),
    });
  }

  async handle(message: FilterMessage): Promise<void> {
    switch (message.type) {
      case 'filterTyped':
        return this.check(message);
      case 'filterApply':
        return this.#apply(message.text);
      case 'filterForm':
        return this.#changeForm(message.text);
      case 'filterRecent':
        return this.#pickRecent();
      case 'turn':
        return this.#open(turnPage(this.#address, message.to, this.#shown().kept));
      case 'pageSize':
        return this.#open(withPageSize(this.#address, message.limit));
    }
  }

  /** Applies a filter. An invalid filter is not applied; the filter line shows its problem. */
  async #apply(text: string): Promise<void> {
    const { where, problems } = readFilter(text, this.#columns());
    if (!isUsable(problems)) return this.check({ text, offset: text.length });
    if (text.trim() === this.#applied()) return;
    if (where !== undefined) await this.#dependencies.history.add(this.#address, text.trim());
    await this.#open({ ...this.#address, where, offset: undefined });
  }

  #changeForm(text: string): void {
    const columns = this.#columns();
    const { where, problems } = readFilter(text, columns);
    if (!isUsable(problems)) return this.check({ text, offset: text.length });
    const isJson = text.trimStart().startsWith('{');
    const changed = isJson ? filterText(where, columns) : (where ?? '{}');
    if (isJson && changed.startsWith('{')) {
      const sentence = vscode.l10n.t('This condition can be written as JSON only.');
      this.#post({ type: 'filterChecked', text, problems: [[0, 0, sentence, 'warning']], suggestions: [] });
    } else this.#post({ type: 'filterText', text: changed });
  }

  async #pickRecent(): Promise<void> {
    const { history, favouritePages } = this.#dependencies;
    const recent = history.of(this.#address).map(text => ({ label: plainText(text, 200), text }));
    const favourites = favouritePages(this.#address).map(({ label, address }) => ({
      label: plainText(label, 200),
      address,
    }));
    const add = { label: vscode.l10n.t('Add These Records to Favourites'), isAdding: true };
    const items: (vscode.QuickPickItem & { text?: string; address?: PageAddress; isAdding?: boolean })[] = [
      ...separated(vscode.l10n.t('Recent Filters'), recent),
      ...separated(vscode.l10n.t('Favourites'), [...favourites, add]),
    ];
    const options = {
      title: vscode.l10n.t('Filters'),
      placeHolder: vscode.l10n.t('Choose a filter to apply'),
    };
    const chosen = await showPick(items, options);
    if (chosen.text !== undefined) {
      const { problems } = readFilter(chosen.text, this.#columns());
      if (isUsable(problems)) return this.#apply(chosen.text);
      // The filter line shows the problem, for example a column that this environment does not have.
      return this.#post({ type: 'filterText', text: chosen.text });
    }
    if (chosen.address !== undefined) return this.#open(chosen.address);
    if (chosen.isAdding !== true) return;
    await vscode.commands.executeCommand('hydrogen.records.addToFavourites', this.#document.uri);
  }

  async #open(address: PageAddress): Promise<void> {
    await openQuery(this.#dependencies.records, this.#document, address);
  }

  #columns() {
    return this.#dependencies.records.document(this.#document.uri)?.table?.columns;
  }

  #applied(): string {
    return filterText(this.#address.where, this.#columns());
  }

  /**
   * Counts the records. `shown`: in the document, without unsaved additions and deletions. `read`: in the last response.
   * `kept`: in both.
   */
  #shown(): Record<'shown' | 'read' | 'kept', number | undefined> {
    const { base, readIds } = this.#dependencies.records.document(this.#document.uri) ?? {};
    return { shown: base?.records.length, read: readIds?.size, kept: base?.countIn(readIds) };
  }

  async #count(): Promise<void> {
    const { shown, read } = this.#shown();
    if (shown === undefined || totalWithoutCounting(this.#address, shown, read) !== undefined) return;
    this.#total = await this.#dependencies.counts.of(this.#address);
    this.#showPosition();
  }

  #showPosition(): void {
    const { shown, read } = this.#shown();
    if (shown === undefined) return;
    const { from, to, total, hasPrevious, hasNext, loadable } = pagePosition(this.#address, shown, this.#total, read);
    const number = (value: number) => value.toLocaleString(vscode.env.language);
    const range = shown === 0 ? vscode.l10n.t('No records') : vscode.l10n.t('{0}–{1}', number(from), number(to));
    const limit = this.#address.limit ?? 100;
    this.#post({
      type: 'paging',
      hasPrevious,
      hasNext,
      limit,
      text: total === undefined || shown === 0 ? range : vscode.l10n.t('{0} of {1}', range, number(total)),
      sizes: [...new Set([...pageSizes, limit])].sort((one, other) => one - other),
      loadAll:
        loadable === undefined
          ? undefined
          : loadable === total
            ? vscode.l10n.t('Load All {0}', number(loadable))
            : vscode.l10n.t('Load up to {0}', number(loadable)),
    });
  }

  #detailOf({ kind, label, daysAgo }: FilterSuggestion): string {
    if (kind === 'day') return dayText(daysAgo ?? 0);
    const column = kind === 'column' ? this.#columns()?.find(({ name }) => name === label) : undefined;
    if (column === undefined) return '';
    return plainText([typeText(column), column.description].filter(Boolean).join(' · ') || columnText(column), 80);
  }
}

/** Whether a filter can be applied: all its problems are warnings. */
function isUsable(problems: readonly FilterProblem[]): boolean {
  return problems.every(({ isWarning }) => isWarning === true);
}

function dayText(daysAgo: number): string {
  if (daysAgo === 0) return vscode.l10n.t('today');
  return daysAgo === 1 ? vscode.l10n.t('yesterday') : vscode.l10n.t('{0} days ago', daysAgo);
}

function shown({ start, end, label, insert }: FilterSuggestion) {
  return { start, end, label: plainText(label, 80), insert };
}

function separated<T extends vscode.QuickPickItem>(label: string, items: readonly T[]): (T | vscode.QuickPickItem)[] {
  return items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function filterWords(): FilterWords {
  return {
    filter: vscode.l10n.t('Filter'),
    example: vscode.l10n.t('Filter, for example: price > 20 and name contains "shirt"'),
    suggestions: vscode.l10n.t('Suggestions'),
    json: vscode.l10n.t('JSON'),
    recent: vscode.l10n.t('Recent…'),
    clear: vscode.l10n.t('Remove Filter'),
    first: vscode.l10n.t('First Page'),
    previous: vscode.l10n.t('Previous Page'),
    next: vscode.l10n.t('Next Page'),
    pageSize: vscode.l10n.t('Records per page'),
  };
}
