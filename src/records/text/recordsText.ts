import {
  ExactNumber,
  isJsonObject,
  isList,
  parseJson,
  writeJson,
  type Json,
  type JsonNode,
  type JsonObject,
  type JsonProblem,
  type Range,
} from '../../json/json';

/** A record as it stands in the text of a document. */
export interface Row extends Range {
  /** `undefined`: a new record, which has no ID yet. */
  id: string | undefined;
  fields: JsonObject;
  /** Where each field's name and value stand. */
  places: ReadonlyMap<string, FieldRange>;
}

export interface FieldRange {
  name: Range;
  value: Range;
}

/** Why a text cannot be saved, and where. With any of them nothing is. */
export interface TextProblem extends Range {
  code:
    | JsonProblem['code']
    | 'notRecords' // no list of records (of a page), or neither a record nor null (of one record)
    | 'notARecord' // an item of the list that is no object
    | 'badId' // an ID that is neither a text nor a number
    | 'duplicateId' // of an earlier record in the text
    | 'unknownId'; // none of those that were read: a changed ID, or a record from elsewhere
}

/** How a document shows records: one as an object, `null` when it is not there; a page as a list. */
export type RecordsForm = 'record' | 'page';

/**
 * Reads the text of a document. A record without an ID is new; one that was read and is missing is to be deleted. The rows
 * are complete only where there is no problem.
 * @param known the IDs that were read; without it any ID may be one of them
 */
export function readRecordsText(
  text: string,
  form: RecordsForm,
  known?: ReadonlySet<string>,
): { rows: Row[]; problems: TextProblem[] } {
  const parsed = parseJson(text);
  if ('problem' in parsed) return { rows: [], problems: [parsed.problem] };
  const { node } = parsed;
  const isEmpty = form === 'record' && node.value === null;
  const nodes = isEmpty ? [] : form === 'page' ? node.items : node.fields && [node];
  if (nodes === undefined) return { rows: [], problems: [{ code: 'notRecords', start: node.start, end: node.end }] };
  const problems: TextProblem[] = [];
  const seen = new Set<string>();
  const rows = nodes.flatMap(each => {
    const row = rowOf(each);
    if (row === undefined) {
      problems.push({ code: 'notARecord', start: each.start, end: each.end });
      return [];
    }
    const code = idProblem(row, known, seen);
    if (code !== undefined) problems.push({ code, ...(row.places.get('id')?.value ?? row) });
    if (row.id !== undefined) seen.add(row.id);
    return [row];
  });
  return { rows, problems };
}

/** The text of a document: two spaces for each level, and a line break at the end. */
export function writeRecordsText(records: readonly JsonObject[], form: RecordsForm): string {
  return `${writeJson(form === 'page' ? records : (records[0] ?? null), 2)}\n`;
}

/** The ID of a record of the service or of a text; `undefined` when it has none that could be one. */
export function idOf(record: JsonObject): string | undefined {
  const id = record.get('id');
  if (id instanceof ExactNumber) return id.text;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The records of a list or of one record, as the service sends them; whatever has no ID is left out. */
export function recordsIn(value: Json | undefined): JsonObject[] {
  return (isList(value) ? value : [value]).filter(isJsonObject).filter(record => idOf(record) !== undefined);
}

function rowOf({ start, end, value, fields }: JsonNode): Row | undefined {
  if (!isJsonObject(value) || fields === undefined) return undefined;
  const places = fields.map(
    field => [field.name, { name: { start: field.start, end: field.end }, value: rangeOf(field.node) }] as const,
  );
  return { start, end, id: idOf(value), fields: value, places: new Map(places) };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function idProblem(
  { id, fields }: Row,
  known: ReadonlySet<string> | undefined,
  seen: ReadonlySet<string>,
): TextProblem['code'] | undefined {
  if (id === undefined) return fields.has('id') ? 'badId' : undefined;
  if (seen.has(id)) return 'duplicateId';
  return known?.has(id) === false ? 'unknownId' : undefined;
}
