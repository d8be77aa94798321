import type { SandboxApplication } from '../../src/sandbox/sandbox';
import { callerOf, openPermissions } from '../../test/unit/sandbox/fixture';

export interface TableSize {
  rows: number;
  columns: number;
}

/** The maximum number of records in one write. */
const portion = 1000;

/**
 * Creates a table of texts.
 * @returns the ID of the table
 */
export async function makeWideTable(application: SandboxApplication, { rows, columns }: TableSize): Promise<string> {
  const call = await callerOf(application);
  const names = Array.from({ length: columns }, (_, at) => `column_${at}`);
  const schema = { fields: names.map(name => ({ name, type: 'string' })) };
  const body = { name: `wide_${rows}`, schema, ...openPermissions };
  const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
  const record = Object.fromEntries(names.map(name => [name, `a value of ${name}`]));
  for (let made = 0; made < rows; made += portion) {
    const records = Array.from({ length: Math.min(portion, rows - made) }, () => record);
    await call.json(`POST /oserve/v2.4/table/${id}/record/`, { body: records }, 201);
  }
  return String(id);
}
