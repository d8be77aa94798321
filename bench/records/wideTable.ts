import type { SandboxApplication } from '../../src/sandbox/sandbox';
import { callerOf, openPermissions } from '../../test/unit/sandbox/fixture';

export const [rows, columns] = [1000, 30];

/** Makes a table with the most records that one page holds. @returns its ID */
export async function makeWideTable(application: SandboxApplication): Promise<string> {
  const call = await callerOf(application);
  const names = Array.from({ length: columns }, (_, at) => `column_${at}`);
  const schema = { fields: names.map(name => ({ name, type: 'string' })) };
  const body = { name: 'wide', schema, ...openPermissions };
  const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
  const record = Object.fromEntries(names.map(name => [name, `a value of ${name}`]));
  await call.json(`POST /oserve/v2.4/table/${id}/record/`, { body: Array.from({ length: rows }, () => record) }, 201);
  return String(id);
}
