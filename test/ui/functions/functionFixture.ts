import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import type { Profile } from '../../host/launcher/profile';
import { callerOf } from '../../unit/sandbox/fixture';
import { arrangeShop } from '../driver/arrangedSettings';

export const functionsPath = '/oserve/v1.3/cloud-function/';

/** Adds the application to the settings, and deploys `code` as its cloud function `counts`. */
export async function arrangeFunction(profile: Profile, shop: SandboxApplication, code: string): Promise<void> {
  const call = await callerOf(shop);
  await call.json(`POST ${functionsPath}`, { body: { name: 'counts', function_code: code } }, 201);
  await arrangeShop(profile, shop);
}
