import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';

const folder = '.github/workflows';
const workflows = readdirSync(folder).map(name => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

/** Returns the values of `key:` in all workflows. */
function values(key: string): string[] {
  return workflows.flatMap(({ text }) =>
    [...text.matchAll(new RegExp(`^[ -]*${key}: (.+)$`, 'gm'))].map(([, it = '']) => it),
  );
}

interface Manifest {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
}

interface Publish {
  dependencies: Record<string, string>;
}

const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

describe('workflows', () => {
  it('pin each action to a commit, with its version as a comment', () => {
    const actions = values('uses').filter(action => !action.startsWith('./'));
    assert.ok(actions.length > 5);
    for (const action of actions) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    // All uses of an action have the same version.
    const names = new Set(actions.map(action => action.split('@')[0]));
    assert.equal(new Set(actions).size, names.size);
  });

  it('can only read the repository, unless a job needs more', () => {
    for (const { name, text } of workflows) assert.match(text, /^permissions:\n {2}contents: read\n/m, name);
    // The workflows use only the secrets that were created manually for publishing.
    const secrets = workflows.flatMap(({ text }) => [...text.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret));
    assert.deepEqual(secrets.sort(), ['OVSX_PAT', 'VSCE_PAT']);
  });

  it('run existing scripts', () => {
    const lines = workflows.flatMap(({ text }) => text.split('\n'));
    for (const line of lines) {
      const script = /npm run ([\w:-]+)/.exec(line)?.[1];
      assert.ok(script === undefined || scripts[script] !== undefined, line);
      const file = /run: (\.(?!github\/publish\/node_modules)\S+)/.exec(line)?.[1];
      assert.ok(file === undefined || existsSync(file), line);
    }
  });

  it('run only locked packages, because npx would fetch others', () => {
    const lines = workflows.flatMap(({ text }) => text.split('\n'));
    for (const line of lines) assert.ok(!/\bnpx\b/.test(line) || line.includes('npx --no '), line);
    const publish = JSON.parse(readFileSync('.github/publish/package.json', 'utf8')) as Publish;
    assert.equal(publish.dependencies['@vscode/vsce'], devDependencies['@vscode/vsce']);
    for (const name of Object.keys(publish.dependencies)) {
      const tool = path.basename(name);
      assert.ok(
        lines.some(line => line.includes(`.github/publish/node_modules/.bin/${tool} publish`)),
        tool,
      );
    }
  });

  it('test the oldest and the newest VS Code on three systems', () => {
    assert.deepEqual(values('system'), ['[ubuntu-latest, macos-latest, windows-latest]']);
    assert.deepEqual(values('vscode'), ['[oldest, newest]']);
  });
});
