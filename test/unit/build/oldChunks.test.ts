import assert from 'node:assert/strict';
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe } from 'mocha';
import type { BuildResult, Plugin, PluginBuild } from 'esbuild';
import { onPosix } from '../posix';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

describe('chunks of earlier builds', () => {
  onPosix('are deleted after a day, even if another build deletes them at the same time', async () => {
    const plugins = pathToFileURL(path.join(root, 'esbuild.plugins.mjs')).href;
    const { deleteOldChunks } = (await import(plugins)) as { deleteOldChunks: (prefix: string) => Plugin };
    const folder = `out/chunks-${process.pid}`;
    const fileOf = (name: string) => path.join(root, folder, name);
    await mkdir(fileOf('.'));
    try {
      for (const name of ['shared-new', 'shared-old', 'shared-used', 'other']) {
        await writeFile(fileOf(name), '');
        if (name !== 'shared-new') await utimes(fileOf(name), 0, 0);
      }
      // Like a file that is gone after its name was read.
      await symlink(fileOf('gone'), fileOf('shared-gone'));
      const ends: ((result: Partial<BuildResult>) => unknown)[] = [];
      const build: Partial<PluginBuild> = { onEnd: end => void ends.push(end as (typeof ends)[number]) };
      await deleteOldChunks(`${folder}/shared-`).setup(build as PluginBuild);
      const outputs = { [`${folder}/shared-used`]: { bytes: 0, inputs: {}, imports: [], exports: [] } };
      for (const end of ends) await end({ metafile: { inputs: {}, outputs } });
      const left = (await readdir(fileOf('.'))).sort();
      assert.deepEqual(left, ['other', 'shared-gone', 'shared-new', 'shared-used']);
    } finally {
      await rm(fileOf('.'), { recursive: true });
    }
  });
});
