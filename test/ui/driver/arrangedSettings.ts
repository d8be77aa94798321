import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import type { Profile } from '../../host/launcher/profile';

/** Adds entries to the user settings before VS Code starts, for values that are known only when the tests run. */
export async function arrangeSettings({ userData }: Profile, more: Record<string, unknown>): Promise<void> {
  const file = path.join(userData, 'User', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...settings, ...more }, undefined, 2));
}

/** Returns the settings entry for a sandbox application. */
export function settingsEntry(name: string, application: SandboxApplication): object {
  const { clientId, serverDomain, authUrl, environments } = application;
  return { name, clientId, serverDomain, authUrl, environments };
}

/** Adds a sandbox application to the user settings as Shop. The extension guards its production like a real one. */
export function arrangeShop(profile: Profile, application: SandboxApplication): Promise<void> {
  return arrangeSettings(profile, { 'hydrogen.applications': [settingsEntry('Shop', application)] });
}
