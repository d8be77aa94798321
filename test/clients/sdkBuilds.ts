import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clientsFolder } from './installed';

/** Every published version of `minapp-sdk`, the oldest first. */
export const versions = ['2.0.6-a', '2.9.0', '3.6.0', '3.21.1', '3.22.0', '3.23.6'] as const;
export const builds = ['WeChat', 'web'] as const;

export type Version = (typeof versions)[number];
export type Build = (typeof builds)[number];

const newest: Version = '3.23.6';

/** Returns the text of a build as published. */
export async function readBuild(version: Version, build: Build): Promise<string> {
  const name = version === newest ? 'minapp-sdk' : `minapp-sdk-${version}`;
  const file = build === 'WeChat' ? 'index.js' : 'web.js';
  return readFile(path.join(await clientsFolder(), 'node_modules', name, 'lib', file), 'utf8');
}

/** Returns the runtime of generators, which WeChat provides for the builds. */
export async function readRegenerator(): Promise<string> {
  return readFile(path.join(await clientsFolder(), 'node_modules', 'regenerator-runtime', 'runtime.js'), 'utf8');
}
