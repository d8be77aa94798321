import assert from 'node:assert/strict';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { newerSource } from '../../../src/functions/bundle';
import { inFolder, useFolder } from '../folder';

describe('a built function', () => {
  const here = useFolder();
  const source = () => ({ root: here(), folder: 'functions', build: 'make' });
  /** Writes a file with a past modification time. @param age seconds before now */
  const write = async (name: string, text: string, age: number) => {
    const file = here(name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    const then = new Date(Date.now() - age * 1000);
    await utimes(file, then, then);
  };
  const mapOf = (...sources: string[]) => JSON.stringify({ version: 3, sources, mappings: '' });

  for (const [kind, address] of [
    ['inline', (map: string) => `data:application/json;base64,${Buffer.from(map).toString('base64')}`],
    ['in a file', () => 'index.js.map'],
  ] as const) {
    it(`is older than a source of its map, which is ${kind}`, async () => {
      const map = mapOf('../../src/main.ts', 'webpack://helper', '/etc/passwd');
      const code = `exports.main = 1;\n//# sourceMappingURL=${address(map)}\n`;
      await write('functions/f/index.js', code, 60);
      await write('functions/f/index.js.map', map, 0);
      await write('functions/f/notes.txt', '', 0);
      await write('src/main.ts', '', 90);
      assert.equal(await newerSource(source(), 'f', code), undefined);
      await write('src/main.ts', '', 30);
      assert.equal(await newerSource(source(), 'f', code), path.join('src', 'main.ts'));
    });
  }

  it('is not compared with a map outside the workspace', () =>
    inFolder(async folder => {
      const outside = path.join(folder, 'map.json');
      await writeFile(outside, mapOf(here('src', 'main.ts')));
      const code = `exports.main = 1;\n//# sourceMappingURL=${outside}\n`;
      await write('functions/f/index.js', code, 60);
      await write('src/main.ts', '', 0);
      assert.equal(await newerSource(source(), 'f', code), undefined);
    }));

  it('is older than a file beside it if it has no map; its events, packages and hidden files do not count', async () => {
    await write('functions/f/index.js', '', 60);
    await write('functions/f/f.event.json', '{}', 0);
    await write('functions/f/node_modules/a/index.js', '', 0);
    await write('functions/f/.DS_Store', '', 0);
    await write('functions/f/.cache/part.ts', '', 0);
    assert.equal(await newerSource(source(), 'f', ''), undefined);
    await write('functions/f/lib/part.ts', '', 30);
    assert.equal(await newerSource(source(), 'f', ''), path.join('functions', 'f', 'lib', 'part.ts'));
  });
});
