import { sameJson, type JsonObject } from '../json/json';
import type { Masker } from './masking/masker';
import { learnMasks, maskRecord, type MaskRules } from './masking/maskRecord';
import type { WorldRecords } from './packedRecords';
import { builtInColumns, type WorldSelection, type SurveyedTable } from './survey';
import { idText, worldLists, type World, type WorldList } from './world';

/** Returns how the columns of a table are masked, by their names, their types and the user's choice. */
export function maskRules({ id, columns }: SurveyedTable, { tables }: WorldSelection): MaskRules {
  const chosenColumns = tables.get(id)?.masked ?? new Set<string>();
  const columnsOfType = (wantedType: string) =>
    columns.filter(({ type }) => type === wantedType).map(({ name }) => name);
  const masked = columns
    .filter(({ name, isPersonal }) => isPersonal || chosenColumns.has(name))
    .map(({ name }) => name);
  return {
    columns: new Set(masked),
    unmasked: new Set(
      [...builtInColumns, 'read_perm', 'write_perm', ...columnsOfType('file')].filter(name => name !== 'created_by'),
    ),
    pointers: new Set(['created_by', ...columnsOfType('reference')]),
  };
}

const serviceFields = ['id', 'created_at', 'updated_at'];
/**
 * Fields of list objects that are not masked: IDs, times, and names that code uses. In other names only values with a
 * personal form are masked.
 */
const unmaskedFields: Readonly<Record<WorldList, readonly string[]>> = {
  tables: [...serviceFields, 'name'],
  functions: [...serviceFields, 'name', 'function_code'],
  contentGroups: [...serviceFields, 'acl_gids'],
  contentCategories: [...serviceFields, 'group_id', 'parent_id'],
  contents: [...serviceFields, 'group_id', 'categories', 'created_by'],
  userGroups: [...serviceFields, 'parent'],
  userSupergroups: serviceFields,
  // Files are placeholders without personal data.
  files: ['id', 'name', 'cdn_path', 'mime_type', 'size', 'created_at'],
};

/** Masks personal values in all lists of a world. Does not include records. */
export function maskedLists(lists: World['lists'], masker: Masker): World['lists'] {
  const masked = worldLists.map(name => {
    const rules = { columns: new Set<string>(), unmasked: new Set(unmaskedFields[name]) };
    return [name, lists[name].map(object => maskRecord(object, rules, masker, new Map()))] as const;
  });
  return Object.fromEntries(masked) as unknown as World['lists'];
}

/** Adds the replacements of the lists of an earlier world to the masker. */
export function learnLists(previous: World, lists: World['lists'], masker: Masker): void {
  for (const name of worldLists) learnObjects(previous.lists[name], lists[name], masker);
}

/**
 * Adds the replacements of earlier records or other objects to the masker. Compares objects that have the same
 * `updated_at`.
 */
export function learnObjects(previous: WorldRecords, objects: readonly JsonObject[], masker: Masker): void {
  const earlier = new Map([...previous].map(object => [idText(object), object]));
  for (const object of objects) {
    const masked = earlier.get(idText(object));
    if (masked !== undefined && sameJson(masked.get('updated_at'), object.get('updated_at')))
      learnMasks(object, masked, masker);
  }
}
