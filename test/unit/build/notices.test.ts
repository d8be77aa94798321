import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { root } from '../../host/launcher/root';
import { bundledPackages, notices, type Bundled } from './bundled';

/** Licences that only require attribution. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0'];

interface Lock {
  packages: Record<string, { version?: string }>;
}

async function json<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(path.join(root, name), 'utf8')) as T;
}

describe('packages whose code ships', function () {
  let bundled: Bundled[];

  before(async () => {
    bundled = await bundledPackages();
  });

  it('are listed with their licences in THIRD_PARTY_NOTICES, which ships too', async () => {
    const file = path.join(root, 'THIRD_PARTY_NOTICES');
    const text = await notices(bundled);
    if (process.env.UPDATE_DOCS === '1') await writeFile(file, text);
    assert.equal(await readFile(file, 'utf8'), text, 'UPDATE_DOCS=1 npm test -- unit --grep THIRD_PARTY_NOTICES');
    assert.match(await readFile(path.join(root, '.vscodeignore'), 'utf8'), /^!THIRD_PARTY_NOTICES$/m);
  });

  it('have licences that only require attribution', () => {
    for (const { name, license } of bundled) assert.ok(allowed.includes(license), `${name}: ${license}`);
  });

  it('are locked, and are not dependencies of the npm package', async () => {
    const lock = await json<Lock>('package-lock.json');
    for (const { name, version, folder } of bundled) {
      const locked = lock.packages[folder] ?? assert.fail(`${name} is not locked`);
      assert.equal(locked.version, version, name);
    }
    const manifest = await json<Record<string, unknown>>('package.json');
    for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
      assert.equal(manifest[field], undefined, `${field}: everything is bundled`);
    }
  });
});
