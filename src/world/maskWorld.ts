import { sameJson, type JsonObject } from '../json/json';
import type { Masker } from './masking/masker';
import { learnMasks, maskRecord, type MaskRules } from './masking/maskRecord';
import { builtInColumns, type WorldSelection, type SurveyedTable } from './survey';
import { idText, worldLists, type World, type WorldList } from './world';

/** Returns which columns of a table are masked completely, and which are not masked. */
export function maskRules({ id, columns }: SurveyedTable, { tables }: WorldSelection): MaskRules {
  const chosen = tables.get(id)?.masked ?? new Set<string>();
  const namesOf = (wanted: string) => columns.filter(({ type }) => type === wanted).map(({ name }) => name);
  const whole = columns.filter(({ name, isPersonal }) => isPersonal || chosen.has(name)).map(({ name }) => name);
  return {
    columns: new Set(whole),
    kept: new Set(
      [...builtInColumns, 'read_perm', 'write_perm', ...namesOf('file')].filter(name => name !== 'created_by'),
    ),
    pointers: new Set(['created_by', ...namesOf('reference')]),
  };
}

const stamps = ['id', 'created_at', 'updated_at'];
/**
 * Fields of lists that are not masked: IDs, and names that code uses. Other names are masked only if they have a
 * personal form.
 */
const keptFields: Readonly<Record<WorldList, readonly string[]>> = {
  tables: [...stamps, 'name'],
  functions: [...stamps, 'name', 'function_code'],
  contentGroups: [...stamps, 'acl_gids'],
  contentCategories: [...stamps, 'group_id', 'parent_id'],
  contents: [...stamps, 'group_id', 'categories', 'created_by'],
  userGroups: [...stamps, 'parent'],
  userSupergroups: stamps,
  // Files are placeholders without personal data.
  files: ['id', 'name', 'cdn_path', 'mime_type', 'size', 'created_at'],
};

/** Masks personal values in all lists of a world. Records are masked separately. */
export function maskedLists(lists: World['lists'], masker: Masker): World['lists'] {
  const masked = worldLists.map(name => {
    const rules = { columns: new Set<string>(), kept: new Set(keptFields[name]) };
    return [name, lists[name].map(object => maskRecord(object, rules, masker, new Map()))] as const;
  });
  return Object.fromEntries(masked) as unknown as World['lists'];
}

/** Teaches the masker the replacements of an earlier world, from objects of lists that have not changed since. */
export function learnLists(previous: World, lists: World['lists'], masker: Masker): void {
  for (const name of worldLists) {
    const earlier = new Map(previous.lists[name].map(object => [idText(object), object]));
    for (const object of lists[name]) {
      const known = earlier.get(idText(object));
      if (known !== undefined && sameJson(known.get('updated_at'), object.get('updated_at'))) {
        learnMasks(object, known, masker);
      }
    }
  }
}

/** Teaches the masker the replacements of an earlier world, from records of a table that have not changed since. */
export function learnRecords(
  previous: World,
  { table, records }: { table: SurveyedTable; records: readonly JsonObject[] },
  masker: Masker,
): void {
  const earlier = new Map([...(previous.records.get(table.id) ?? [])].map(record => [idText(record), record]));
  for (const record of records) {
    const known = earlier.get(idText(record));
    if (known !== undefined && sameJson(known.get('updated_at'), record.get('updated_at'))) {
      learnMasks(record, known, masker);
    }
  }
}
