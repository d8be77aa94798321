import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { unknownKey } from '../../../../src/ui/platform/scriptKeys';

const docs = readdirSync('docs').filter(name => name.endsWith('.md'));
const text = ['README.md', ...docs.map(name => `docs/${name}`)].map(name => readFileSync(name, 'utf8')).join('\n');

describe('the argument of a command', () => {
  it('may have every key that the documentation names', () => {
    const named = text.matchAll(/`(hydrogen\.[\w.]+)`?(?: takes| with)?\s+`?\{([^}]*)\}/g);
    const documented = [...named].map(([, command = '', keys = '']) => ({
      command,
      keys: keys.split(',').map(key => key.trim().replace('?', '')),
    }));
    assert.ok(documented.length >= 7, `only ${documented.length} commands found`);
    for (const { command, keys } of documented)
      assert.equal(unknownKey(command, Object.fromEntries(keys.map(key => [key, 1]))), undefined, command);
    const examples = [...text.matchAll(/"command": "(hydrogen\.[\w.]+)",\s+"args": (\{[\s\S]*?\n? *\})\n/g)];
    assert.ok(examples.length >= 2);
    for (const [, command = '', args = ''] of examples)
      assert.equal(unknownKey(command, JSON.parse(args) as object), undefined, command);
  });

  it('may have no key of another command', () => {
    assert.equal(unknownKey('hydrogen.application.verifyToken', { clientId: 'a', name: 'Staging' }), 'name');
    assert.equal(unknownKey('hydrogen.application.verifyToken', { clientId: 'a', envid: 'b' }), 'envid');
  });
});
