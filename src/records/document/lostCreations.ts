import type { JsonObject } from '../../json/json';
import { lostCreation, withAttempt, withLost } from '../saving/afterSave';
import { changedNames, type LostCreation, type RecordEdit } from '../saving/merge';
import { wasWritten, type StepOutcome } from '../saving/save';
import type { SameField } from '../table/sameValue';
import { withoutSystemColumns } from '../table/schema';
import { idOf } from '../text/recordsText';
import type { StoredBase } from './recordBase';

/** A row of a text, with its key. */
interface KeyedRow {
  key: string;
  fields: JsonObject;
}

/** The new records of a document that the service may have created, although no response said so. */
export class LostCreations {
  #all: readonly (KeyedRow & { lost: LostCreation })[] = [];

  /** Returns the edits. An edit that repeats a lost creation gets that creation. */
  mark(edits: readonly RecordEdit[], rows: readonly KeyedRow[], same: SameField): readonly RecordEdit[] {
    if (this.#all.length === 0) return edits;
    const keys = new Set(rows.map(({ key }) => key));
    return edits.map(edit => {
      const { id, edited } = edit;
      if (edited === undefined) return edit;
      const key = keyOf(edited, rows);
      const byKey = this.#all.find(each => each.key === key);
      // A record that was created again under a new ID keeps its earlier ID in the text if the text was edited meanwhile.
      if (id !== undefined) return withLost(edit, byKey?.lost);
      // A text that is no longer shown has other keys.
      const byFields = ({ key, fields }: KeyedRow) => !keys.has(key) && changedNames(fields, edited, same).length === 0;
      return withLost(edit, (byKey ?? this.#all.find(byFields))?.lost);
    });
  }

  /**
   * Returns the lost creations in the form that survives a reload.
   * @param unsaved the rows of records that a running save creates, because a reload would lose the responses to their creations
   * @param rows the current rows, which VS Code would restore; they may have been edited since
   */
  stored(unsaved: readonly KeyedRow[], rows: readonly KeyedRow[]): StoredBase['lost'] {
    const current = new Map(rows.map(({ key, fields }) => [key, fields]));
    const rowOf = ({ key, fields }: KeyedRow) => current.get(key) ?? fields;
    const running = new Map(unsaved.map(each => [each.key, each]));
    const lost = this.#all.map(each => {
      const now = running.get(each.key);
      running.delete(each.key);
      const { sent, known } = each.lost;
      return {
        row: rowOf(each),
        sent: now === undefined ? sent : withAttempt(sent, withoutSystemColumns(now.fields)),
        known,
      };
    });
    const others = [...running.values()];
    return [
      ...lost,
      ...others.map(each => ({ row: rowOf(each), sent: [withoutSystemColumns(each.fields)], known: [] })),
    ];
  }

  restore(stored: StoredBase['lost']): void {
    this.#all = stored.map(({ row: fields, ...lost }) => ({ key: '', fields, lost }));
  }

  /** Gives each lost creation the new key of its row after the text was replaced. Returns the rows. */
  follow<R extends KeyedRow>(rows: readonly R[], same: SameField): readonly R[] {
    if (this.#all.length === 0) return rows;
    const keys = new Set(rows.map(({ key }) => key));
    this.#all = this.#all.map(each => {
      // The row of a record that was created again has the earlier ID.
      const isCreated = (key: string) => key.startsWith('+') || key === `=${idOf(each.fields) ?? ''}`;
      const isSame = ({ key, fields }: R) => isCreated(key) && changedNames(each.fields, fields, same).length === 0;
      const row = keys.has(each.key) ? undefined : rows.find(isSame);
      return row === undefined ? each : { ...each, key: row.key };
    });
    return rows;
  }

  /** Takes over the outcomes of a save. */
  note(rows: readonly KeyedRow[], outcomes: readonly StepOutcome[]): void {
    for (const done of outcomes) {
      const { lost: earlier, edited } = done.step.merge.edit;
      const lost = lostCreation(done);
      if (lost !== undefined || wasWritten(done.outcome)) this.#all = this.#all.filter(each => each.lost !== earlier);
      if (lost === undefined || edited === undefined) continue;
      const key = keyOf(edited, rows);
      if (key !== undefined) this.#all = [...this.#all, { key, fields: edited, lost }];
    }
  }
}

function keyOf(edited: JsonObject, rows: readonly KeyedRow[]): string | undefined {
  return rows.find(({ fields }) => fields === edited)?.key;
}
