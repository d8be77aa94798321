import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';
import { readWorld, writeWorld } from '../../../src/world/world';
import { problemsOf, type Schema } from './jsonSchema';

describe('the JSON schema of worlds', () => {
  let sandbox: Sandbox;
  let schema: Schema;
  let text: string;

  before(async () => {
    schema = JSON.parse(await readFile('media/world.schema.json', 'utf8')) as Schema;
    sandbox = await startSandbox({ categories: 5, scale: 20 });
    text = saved()[0] ?? '';
  });
  after(() => sandbox.close());

  const saved = () =>
    sandbox.applications.flatMap(({ clientId, environments }) =>
      [undefined, ...environments.map(({ envId }) => envId)].map(envId => writeWorld(sandbox.worldOf(clientId, envId))),
    );

  it('accepts the world of every made-up environment', () => {
    assert.equal(saved().length, 4);
    for (const world of saved()) assert.deepEqual(problemsOf(JSON.parse(world), schema), []);
  });

  it('describes every part of a world', () => {
    assert.deepEqual(Object.keys(schema.properties ?? {}), Object.keys(JSON.parse(text) as object));
  });

  const edits: [title: string, from: RegExp, to: string, place: string][] = [
    ['another format', /"format": "[^"]+"/, '"format": "x"', 'format'],
    ['a newer version', /"version": 1/, '"version": 2', 'version'],
    ['a ClientID that is none', /"clientId": "[^"]+"/, '"clientId": "x"', 'clientId'],
    ['an object without an ID', /"functions": \[/, '"functions": [{},', 'functions.0.id'],
    ['a table without a name', /"tables": \[/, '"tables": [{"id":7},', 'tables.0.name'],
    ['a user who is no number', /"users": \[/, '"users": ["a", ', 'users.0'],
    ['records that are no list', /"records": \{/, '"records": {"7": {},', 'records.7'],
  ];
  for (const [title, from, to, place] of edits) {
    it(`refuses ${title} at the place where reading refuses it`, () => {
      const edited = text.replace(from, to);
      assert.equal(problemsOf(JSON.parse(edited), schema)[0], place);
      assert.throws(() => readWorld(edited));
    });
  }
});
