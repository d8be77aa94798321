import { missingTables, maximumRecords, requestCount, type WorldSelection, type Survey } from './survey';

/** The cost of reading a selection, and the masked columns, calculated from the survey. */
export interface WorldPlan {
  /** The number of requests, including those of the survey, without repetitions after a failure. */
  requests: number;
  /** The estimated duration, at least 1. */
  minutes: number;
  /** The number of columns of the selected tables. */
  columns: number;
  masked: readonly MaskedColumn[];
  /** Pointer columns that point to tables that are not selected. */
  missing: ReturnType<typeof missingTables>;
  /** The maximum number of records that are read. */
  records: number;
  /** True if `records` exceeds the maximum of a world. */
  isTooLarge: boolean;
}

interface MaskedColumn {
  table: string;
  column: string;
  /** `name`: the column has a personal name. `chosen`: the user chose the column. */
  reason: 'name' | 'chosen';
}

/**
 * Calculates the cost of a selection before it is read.
 * @param surveyRequests the number of requests of the survey
 * @param rate the maximum number of requests per minute
 */
export function planWorld(survey: Survey, selection: WorldSelection, surveyRequests: number, rate: number): WorldPlan {
  const requests = surveyRequests + requestCount(survey, selection);
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
    // The first `rate` requests are sent without waiting.
    minutes: Math.max(1, Math.floor((requests - 1) / rate)),
    columns: tables.reduce((sum, { columns }) => sum + columns.length, 0),
    masked,
    missing: missingTables(survey, selection),
    records,
    isTooLarge: records > maximumRecords,
  };
}
