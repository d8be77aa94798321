import { ApiError } from '../api/errors';
import { pause } from '../api/http/retryAfter';
import { writeJson, type JsonObject } from '../json/json';
import { functionsWithKeys } from './codeCredentials';
import {
  References,
  worldCategory,
  worldContent,
  worldFunction,
  worldRecord,
  worldTable,
  worldUserGroup,
} from './convert';
import { Masker } from './masking/masker';
import { maskRecord, type MaskCounts } from './masking/maskRecord';
import { learnLists, learnObjects, maskedLists, maskRules } from './maskWorld';
import { PackedRecords } from './packedRecords';
import type { EnvironmentReader } from './environmentReader';
import { pageSizes, paths, hasRecords, type WorldSelection, type Survey, type SurveyedTable } from './survey';
import { idText, textOf, worldClientId, type World } from './world';

/** The environment that a world is read from. */
interface WorldOrigin {
  application: string;
  environment: string;
  /** The ClientID and Env ID of the source. The ClientID of the world is derived from them. */
  clientId: string;
  envId: string | undefined;
}

export interface WorldReadOptions {
  origin: WorldOrigin;
  survey: Survey;
  selection: WorldSelection;
  /** An earlier world of the same source. Values that were masked there get the same replacements again. */
  previous?: World | undefined;
  /** Called before each part with its name and the share of complete parts, from 0 to 1. */
  onPart?: (name: string, share: number) => void;
}

export interface ReadResult {
  world: World;
  /** Names of cloud functions whose code seems to contain a credential. */
  functionsWithKeys: string[];
  /** Names of functions that were to be left out, but do not exist. */
  unknownExclusions: string[];
  /** Names of tables that changed while they were read, so a record may be missing. */
  changedTables: string[];
}

interface RawTable {
  table: SurveyedTable;
  indexes: readonly JsonObject[];
  records: PackedRecords;
  hasChanged: boolean;
}

/**
 * Reads a world. After a failure, another call of `read` continues after the last complete part. No data leaves this
 * object before it is masked.
 */
export class WorldReader {
  readonly #reader: EnvironmentReader;
  readonly #options: WorldReadOptions;
  readonly #tables = new Map<string, RawTable>();
  readonly #lists = new Map<string, readonly JsonObject[]>();
  #unknownExclusions: string[] = [];

  constructor(reader: EnvironmentReader, options: WorldReadOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  /** Reads all parts that are not complete yet. @throws ApiError */
  async read(): Promise<ReadResult> {
    const { survey, selection } = this.#options;
    const tables = survey.tables.filter(({ id }) => selection.tables.has(id));
    const parts: [name: string, run: () => Promise<void>][] = [
      ...tables.map(table => [table.name, () => this.#readTable(table)] as [string, () => Promise<void>]),
      ['functions', () => this.#readFunctions()],
      ...survey.contentGroups.map(
        ({ group }) => [textOf(group.get('name')), () => this.#readContent(group)] as [string, () => Promise<void>],
      ),
    ];
    for (const [index, [name, run]] of parts.entries()) {
      this.#options.onPart?.(name, index / parts.length);
      await run();
    }
    return this.#result();
  }

  /**
   * Reads a world. After a lost connection or a server error, continues after the last complete part, at most twice.
   * @throws ApiError
   */
  async readWithRetries(signal: AbortSignal): Promise<ReadResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.read();
      } catch (error) {
        if (!isRetryable(error) || attempt === 3 || signal.aborted) throw error;
        await pause(attempt, signal);
      }
    }
  }

  async #readTable(table: SurveyedTable): Promise<void> {
    if (this.#tables.has(table.id)) return;
    const { items: indexes } = await this.#reader.page(paths.indexes(table.id), { limit: '100' });
    const { records, hasChanged } = await this.#readRecords(table);
    this.#tables.set(table.id, { table, indexes, records, hasChanged });
  }

  /**
   * Reads the newest records. `hasChanged` is true after a changed total or a repeated ID, which show that another client
   * created or deleted records between two pages.
   */
  async #readRecords(table: SurveyedTable): Promise<{ records: PackedRecords; hasChanged: boolean }> {
    const { newest = 0, where } = this.#options.selection.tables.get(table.id) ?? {};
    const records = new Map<string, string>();
    const count = hasRecords(table) ? newest : 0;
    let total: number | undefined;
    let hasChanged = false;
    const query = { order_by: '-created_at', return_total_count: '1', ...(where !== undefined && { where }) };
    let read = 0;
    const range = { size: pageSizes.records, missing: () => count - read };
    for await (const page of this.#reader.pages(paths.records(table.id), query, range)) {
      hasChanged ||= total !== undefined && page.total !== total;
      total = page.total;
      read += page.items.length;
      for (const record of page.items) {
        hasChanged ||= records.has(idText(record));
        records.set(idText(record), writeJson(record));
      }
    }
    return { records: new PackedRecords([...records.values()]), hasChanged };
  }

  async #readFunctions(): Promise<void> {
    const { selection, survey } = this.#options;
    if (!selection.functions || this.#lists.has('functions')) return;
    const all = await this.#reader.all(paths.functions, {}, { size: pageSizes.functions, count: survey.functions });
    const nameOf = (each: JsonObject) => textOf(each.get('name'));
    const names = all.map(nameOf);
    this.#unknownExclusions = [...selection.excludedFunctions].filter(name => !names.includes(name));
    this.#lists.set(
      'functions',
      all.filter(each => !selection.excludedFunctions.has(nameOf(each))),
    );
  }

  async #readContent(group: JsonObject): Promise<void> {
    const { selection, survey } = this.#options;
    const id = idText(group);
    const surveyed = survey.contentGroups.find(each => each.group === group);
    if (selection.categories && surveyed !== undefined && !this.#lists.has(`categories ${id}`)) {
      const { categories, categoryCount } = surveyed;
      const range = { size: pageSizes.categories, known: categories, count: categoryCount };
      this.#lists.set(`categories ${id}`, await this.#reader.all(paths.categories(id), {}, range));
    }
    if (selection.contents > 0 && !this.#lists.has(`contents ${id}`)) {
      const range = { size: pageSizes.contents, count: selection.contents };
      const contents = await this.#reader.all(paths.contents(id), { order_by: '-created_at' }, range);
      this.#lists.set(`contents ${id}`, contents);
    }
  }

  #result(): ReadResult {
    const { origin, selection, previous } = this.#options;
    const references = new References();
    const rawTables = [...this.#tables.values()];
    const recordsOf = ({ table, records }: RawTable) => worldRecords(table, records, references);
    const contents = this.#listsOf('contents').map(content => worldContent(content, references));
    const lists = this.#worldLists(rawTables, contents);
    const masker = new Masker();
    // Learns everything before a value is masked, because its first replacement stays.
    if (previous !== undefined) {
      for (const each of rawTables) learnObjects(previous.records.get(each.table.id) ?? [], recordsOf(each), masker);
      learnLists(previous, lists, masker);
    }
    const masks = new Map<string, number>();
    const records = new Map(
      rawTables.map(each => {
        const { table } = each;
        const counts: MaskCounts = new Map();
        const rules = maskRules(table, selection);
        const masked = recordsOf(each).map(record => writeJson(maskRecord(record, rules, masker, counts)));
        for (const [column, count] of counts) masks.set(`${table.name}.${column}`, count);
        return [table.id, new PackedRecords(masked)] as const;
      }),
    );
    const world: World = {
      source: { application: origin.application, environment: origin.environment },
      clientId: worldClientId(origin.clientId, origin.envId),
      masks,
      records,
      users: [...references.users.values()],
      lists: maskedLists({ ...lists, files: [...references.files.values()] }, masker),
    };
    return {
      world,
      functionsWithKeys: functionsWithKeys(lists.functions),
      unknownExclusions: this.#unknownExclusions,
      changedTables: rawTables.filter(({ hasChanged }) => hasChanged).map(({ table }) => table.name),
    };
  }

  /** Returns the lists of the world before they are masked. The list of files is still empty. */
  #worldLists(raw: readonly RawTable[], contents: readonly JsonObject[]): World['lists'] {
    const { survey, selection } = this.#options;
    const groups = survey.contentGroups.map(({ group }) => group);
    const isMasked = (table: SurveyedTable) => (column: string) => maskRules(table, selection).columns.has(column);
    return {
      tables: raw.map(({ table, indexes }) => worldTable(table, indexes, isMasked(table))),
      functions: (this.#lists.get('functions') ?? []).map(worldFunction),
      contentGroups: selection.categories || selection.contents > 0 ? groups : [],
      contentCategories: groups.flatMap(group =>
        (this.#lists.get(`categories ${idText(group)}`) ?? []).map(each =>
          worldCategory(each, group.get('id') ?? null),
        ),
      ),
      contents,
      userGroups: selection.userGroups ? survey.userGroups.map(worldUserGroup) : [],
      userSupergroups: selection.userGroups ? survey.userSupergroups.map(worldUserGroup) : [],
      files: [],
    };
  }

  #listsOf(kind: string): JsonObject[] {
    return [...this.#lists].filter(([key]) => key.startsWith(`${kind} `)).flatMap(([, items]) => items);
  }
}

/** Converts the records of a table. Does not mask them yet. */
function worldRecords(table: SurveyedTable, records: PackedRecords, references: References): JsonObject[] {
  return [...records].map(record => worldRecord(record, table, references));
}

/** True if another attempt may succeed: the connection failed, or the service responded with 5xx or 429. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'status') return (error.status ?? 0) >= 500 || error.status === 429;
  return ['timeout', 'unknownHost', 'refused', 'tls', 'network'].includes(error.code);
}
