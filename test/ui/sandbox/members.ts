import assert from 'node:assert/strict';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { callerOf, openPermissions } from '../../unit/sandbox/fixture';

/** A phone number of every member: the whole value of `phone`, and a part of the text in `remark`. */
export const planted = '13812345678';

/** Creates a table with a column of personal data in Staging. */
export async function addMembers(shop: SandboxApplication): Promise<void> {
  const call = await callerOf(shop);
  const fields = ['phone', 'remark'].map(name => ({ name, type: 'string' }));
  const body = { name: 'member', schema: { fields }, ...openPermissions };
  await call.json('POST /oserve/v1.8/table/', { ...staging(shop), body }, 201);
  await addMember(shop);
}

export async function addMember(shop: SandboxApplication): Promise<void> {
  const call = await callerOf(shop);
  const body = { phone: planted, remark: `Call ${planted} after six` };
  await call.json('POST /oserve/v2.4/table/member/record/', { ...staging(shop), body }, 201);
}

function staging(shop: SandboxApplication): { envId: string } {
  return { envId: shop.environments[0]?.envId ?? assert.fail('no Staging') };
}
