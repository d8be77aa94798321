import {
  isJsonObject,
  isList,
  parseJson,
  writeJson,
  type Json,
  type JsonNode,
  type JsonObject,
  type JsonSyntaxProblem,
  type Range,
} from '../../json/json';
import { idText } from '../table/sameValue';

/** A record in the text of a document. */
export interface Row extends Range {
  /** `undefined` for a new record, which has no ID yet. */
  id: string | undefined;
  fields: JsonObject;
  /** The ranges of each field's name and value. */
  ranges: ReadonlyMap<string, FieldRange>;
}

interface FieldRange {
  name: Range;
  value: Range;
}

/** A reason why a text cannot be saved, and its position. One problem prevents the whole save. */
export interface TextProblem extends Range {
  code:
    | JsonSyntaxProblem['code']
    | 'notRecords' // not a list of records (for a page), or neither a record nor null (for one record)
    | 'notARecord' // an item of the list that is not an object
    | 'badId' // an ID that is neither a text nor a number
    | 'duplicateId' // the ID of an earlier record in the text
    | 'unknownId'; // an ID that was not read: a changed ID, or a record from elsewhere
}

/** The format of a document: one record as an object (`null` if it does not exist), or a page as a list. */
export type RecordsForm = 'record' | 'page';

/**
 * Reads the text of a document. A record without an ID is new; a record that was read and is missing will be deleted.
 * The rows are complete only without problems.
 */
export function readRecordsText(text: string, form: RecordsForm): { rows: Row[]; problems: TextProblem[] } {
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
    const code = idProblem(row, seen);
    if (code !== undefined) problems.push({ code, ...(row.ranges.get('id')?.value ?? row) });
    if (row.id !== undefined) seen.add(row.id);
    return [row];
  });
  return { rows, problems };
}

/** Prints the text of a document: two spaces per level, and a line break at the end. */
export function writeRecordsText(records: readonly JsonObject[], form: RecordsForm): string {
  return `${writeJson(form === 'page' ? records : (records[0] ?? null), 2)}\n`;
}

/** Returns the ID of an object from the service or a text; `undefined` if it has no valid ID. */
export function idOf(object: JsonObject): string | undefined {
  return idText(object.get('id'));
}

/** Returns the records in a response value: a list, or one record. Items without an ID are left out. */
export function recordsIn(value: Json | undefined): JsonObject[] {
  return (isList(value) ? value : [value]).filter(isJsonObject).filter(record => idOf(record) !== undefined);
}

function rowOf({ start, end, value, fields }: JsonNode): Row | undefined {
  if (!isJsonObject(value) || fields === undefined) return undefined;
  const ranges = fields.map(
    field => [field.name, { name: { start: field.start, end: field.end }, value: rangeOf(field.node) }] as const,
  );
  return { start, end, id: idOf(value), fields: value, ranges: new Map(ranges) };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function idProblem({ id, fields }: Row, seen: ReadonlySet<string>): TextProblem['code'] | undefined {
  if (id === undefined) return fields.has('id') ? 'badId' : undefined;
  return seen.has(id) ? 'duplicateId' : undefined;
}
