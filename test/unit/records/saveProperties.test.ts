import fc from 'fast-check';
import { describe, it } from 'mocha';
import { getTable } from '../../../src/records/table/schema';
import { cases } from '../cases';
import { openPermissions } from '../sandbox/fixture';
import { anyEdits, editAndSave, editsOf, fields, safe } from './anyEdits';
import { PageDocument } from './documents';
import { withSandboxService } from './fixture';

describe('any edit of any records', () => {
  const [inMemory, inSandbox] = [cases(10_000), cases(200)];

  it(`is read back exactly, in ${inMemory} cases, and sends only changed fields`, () => anyEdits(inMemory));

  it(`is read back exactly through the sandbox, in ${inSandbox} cases`, () =>
    withSandboxService(async ({ service, call }) => {
      const body = { name: 'any', schema: { fields }, ...openPermissions };
      const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
      const table = await getTable(service, String(id));
      await fc.assert(
        fc.asyncProperty(editsOf(safe), async edits => {
          const base = `/oserve/v2.4/table/${id}/record/`;
          await call.json(`DELETE ${base}`, { query: { where: {} } });
          const page = await new PageDocument(service, table).open();
          page.edit(records => records.push(...edits.before));
          await page.save();
          await editAndSave(service, table, edits);
        }),
        { numRuns: inSandbox },
      );
    }));
});
