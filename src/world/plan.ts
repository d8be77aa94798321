import { missingTables, mostRecords, requestCount, type WorldSelection, type Survey } from './survey';

/** What reading a selection costs and masks, known before anything is read. */
export interface WorldPlan {
  /** With those of the survey, without repeats after a failure. */
  requests: number;
  /** At least 1. */
  minutes: number;
  /** The number of columns of the selected tables. */
  columns: number;
  masked: readonly MaskedColumn[];
  /** Pointers to tables that are not selected. */
  missing: ReturnType<typeof missingTables>;
  /** The maximum number of records. */
  records: number;
  /** Whether it is more than a world may have. */
  isTooLarge: boolean;
}

export interface MaskedColumn {
  table: string;
  column: string;
  /** `name`: it says that the column is personal. `chosen`: the user said so. */
  reason: 'name' | 'chosen';
}

/** @param sent requests of the survey @param rate requests per minute */
export function planWorld(survey: Survey, selection: WorldSelection, sent: number, rate: number): WorldPlan {
  const requests = sent + requestCount(survey, selection);
  const tables = survey.tables.filter(({ id }) => selection.tables.has(id));
  const masked = tables.flatMap(({ id, name, columns }) =>
    columns.flatMap((column): MaskedColumn[] => {
      if (column.isPersonal) return [{ table: name, column: column.name, reason: 'name' }];
      const isChosen = selection.tables.get(id)?.masked.has(column.name) === true;
      return isChosen ? [{ table: name, column: column.name, reason: 'chosen' }] : [];
    }),
  );
  const records = [...selection.tables.values()].reduce((sum, { newest }) => sum + newest, 0);
  return {
    requests,
    // The first minute's share is sent at once.
    minutes: Math.max(1, Math.floor((requests - 1) / rate)),
    columns: tables.reduce((sum, { columns }) => sum + columns.length, 0),
    masked,
    missing: missingTables(survey, selection),
    records,
    isTooLarge: records > mostRecords,
  };
}
