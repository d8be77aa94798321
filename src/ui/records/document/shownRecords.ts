import * as vscode from 'vscode';
import { writeJson, type Json, type JsonObject } from '../../../json/json';
import type { RecordMerge } from '../../../records/saving/merge';
import type { PlanStep } from '../../../records/saving/plan';
import { recordAfter } from '../../../records/saving/recordChange';
import { recordName } from '../../../records/table/recordName';
import type { Column } from '../../../records/table/schema';
import { plainText } from '../../messages/plainText';
import type { ShownConflict } from './askConflicts';
import type { ShownChange, ShownField } from './askPlan';

/** A sentinel for an unknown base value. It begins with a null character, so that no real value equals it. */
export const unknownBase = '\u0000forgotten';

/** Returns the key of a conflict. @param name the conflicting field, or `undefined` for the whole record */
export function keyOf({ edit }: RecordMerge, name: string | undefined): string {
  return `${edit.id ?? ''} ${name ?? ''}`;
}

/** Returns all conflicts of the merges, in order. */
export function conflictsOf(
  merges: readonly RecordMerge[],
  columns: readonly Column[],
): (ShownConflict & { key: string })[] {
  return merges.flatMap((merge): (ShownConflict & { key: string })[] => {
    const { state, edit, server, fields } = merge;
    const record = recordLabel(edit.id, server ?? knownRecord(edit.read) ?? edit.edited, columns);
    const isKnown = edit.read === undefined || knownRecord(edit.read) !== undefined;
    if (state === 'changedOnServer') {
      const changes = fields.map(field => shownField(field.name, field.read, field.server));
      return [{ key: keyOf(merge, undefined), kind: state, record, changes, isOriginalKnown: isKnown }];
    }
    if (state === 'goneOnServer') {
      const names = [...(edit.edited?.keys() ?? [])];
      const changes = isKnown
        ? names.flatMap(name => changedField(name, edit.read?.get(name), edit.edited?.get(name)))
        : [];
      return [{ key: keyOf(merge, undefined), kind: state, record, changes, isOriginalKnown: isKnown }];
    }
    return fields
      .filter(field => field.state === 'conflict')
      .map(({ name, read, edited, server: theirs }) => ({
        key: keyOf(merge, name),
        kind: 'field',
        record,
        column: name,
        isOriginalKnown: read !== unknownBase,
        mine: valueText(edited),
        theirs: valueText(theirs),
        original: valueText(read),
      }));
  });
}

/** Describes a step of a plan, with the values before and after. */
export function shownChange(step: PlanStep, columns: readonly Column[] = []): ShownChange {
  if (step.kind === 'create') {
    const fields = [...step.fields].map(([name, value]) => shownField(name, undefined, value));
    return { kind: 'create', name: newName(step.fields, columns), fields, before: '', after: recordText(step.fields) };
  }
  const server = step.merge.server ?? new Map<string, Json>();
  const name = recordLabel(step.id, server, columns);
  const before = recordText(server);
  if (step.kind === 'delete') return { kind: 'delete', name, fields: [], before, after: '' };
  const fields = step.writes.map(write => shownField(write.name, write.from, write.to));
  return { kind: 'update', name, fields, before, after: recordText(recordAfter(step)) };
}

/** Returns `“Shirt” (5a2f…)`, or only the ID if no column contains a name. */
function recordLabel(id = '', record: JsonObject | undefined, columns: readonly Column[]): string {
  const name = recordName(record, columns);
  return name === undefined ? id : vscode.l10n.t('“{0}” ({1})', plainText(name, 40), id);
}

/** Names a new record by its name column, otherwise by its first text. */
function newName(fields: JsonObject, columns: readonly Column[]): string {
  const first = [...fields.values()].find(value => typeof value === 'string' && value.trim() !== '');
  const name = recordName(fields, columns) ?? first;
  return typeof name === 'string'
    ? vscode.l10n.t('new record “{0}”', plainText(name, 40))
    : vscode.l10n.t('new record');
}

function changedField(name: string, from: Json | undefined, to: Json | undefined): ShownField[] {
  const field = shownField(name, from, to);
  return field.from === field.to ? [] : [field];
}

function shownField(name: string, from: Json | undefined, to: Json | undefined): ShownField {
  return { name, from: valueText(from), to: valueText(to) };
}

/** Returns the record, or `undefined` if its values are unknown. */
function knownRecord(record: JsonObject | undefined): JsonObject | undefined {
  return record !== undefined && [...record.values()].includes(unknownBase) ? undefined : record;
}

function recordText(record: JsonObject): string {
  return `${writeJson(record, 2)}\n`;
}

function valueText(value: Json | undefined): string {
  return value === undefined ? vscode.l10n.t('no value') : writeJson(value);
}
