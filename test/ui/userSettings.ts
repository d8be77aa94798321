import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Profile } from '../host/profile';

function file(profile: Profile): string {
  return path.join(profile.userData, 'User', 'settings.json');
}

/** The user's settings.json as text: what a person would see in it. */
export async function settingsText(profile: Profile): Promise<string> {
  return readFile(file(profile), 'utf8');
}

/** The applications in the user's settings, as they stand there. */
export async function storedApplications(profile: Profile): Promise<Record<string, unknown>[]> {
  const settings = JSON.parse(await settingsText(profile)) as Record<string, Record<string, unknown>[] | undefined>;
  return settings['hydrogen.applications'] ?? [];
}

/** Edits settings.json by hand, while VS Code runs. */
export async function editApplications(profile: Profile, applications: unknown): Promise<void> {
  const settings = JSON.parse(await settingsText(profile)) as Record<string, unknown>;
  await writeFile(file(profile), JSON.stringify({ ...settings, 'hydrogen.applications': applications }, undefined, 2));
}
