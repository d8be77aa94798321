import * as vscode from 'vscode';
import { writeJson, type Json, type JsonObject } from '../../../data/json';
import type { RecordMerge } from '../../../data/merge';
import type { PlanStep } from '../../../data/plan';
import type { ShownConflict } from './askConflicts';
import type { ShownChange } from './askPlan';

/** Stands for a value that was read, but is not known any more: it is none that anybody wrote. */
export const forgotten = '\u0000forgotten';

/** One text for a conflict of a field, or of a whole record. */
export function keyOf({ edit }: RecordMerge, name: string | undefined): string {
  return `${edit.id ?? ''} ${name ?? ''}`;
}

/** Every conflict of some merges, in order. */
export function conflictsOf(merges: readonly RecordMerge[]): (ShownConflict & { key: string })[] {
  return merges.flatMap((merge): (ShownConflict & { key: string })[] => {
    const { state, edit, fields } = merge;
    const record = edit.id ?? '';
    const isKnown = edit.read === undefined || ![...edit.read.values()].includes(forgotten);
    if (state === 'changedThere' || state === 'goneThere') {
      return [{ key: keyOf(merge, undefined), kind: state, record, isOriginalKnown: isKnown }];
    }
    return fields
      .filter(field => field.state === 'conflict')
      .map(({ name, read, edited, server }) => ({
        ...{ key: keyOf(merge, name), kind: 'field', record, column: name, isOriginalKnown: read !== forgotten },
        ...{ mine: valueText(edited), theirs: valueText(server), original: valueText(read) },
      }));
  });
}

export function shownChange(step: PlanStep): ShownChange {
  if (step.kind === 'create') {
    const columns = [...step.fields.keys()];
    return { kind: 'create', name: newName(step.fields), columns, before: '', after: recordText(step.fields) };
  }
  const server = step.merge.server ?? new Map<string, Json>();
  const before = recordText(server);
  if (step.kind === 'delete') return { kind: 'delete', name: step.id, columns: [], before, after: '' };
  const after = new Map(server);
  for (const { name, to } of step.writes) {
    if (to === undefined) after.delete(name);
    else after.set(name, to);
  }
  const columns = step.writes.map(({ name }) => name);
  return { kind: 'update', name: step.id, columns, before, after: recordText(after) };
}

/** A new record by the first text in it. */
function newName(fields: JsonObject): string {
  const text = [...fields.values()].find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? vscode.l10n.t('new record “{0}”', text) : vscode.l10n.t('new record');
}

function recordText(record: JsonObject): string {
  return `${writeJson(record, 2)}\n`;
}

function valueText(value: Json | undefined): string {
  return value === undefined ? vscode.l10n.t('no value') : writeJson(value);
}
