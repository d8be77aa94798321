import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import { findOperation, operations, type Operation } from '../../../../src/api/operations/catalogue';
import { differences } from '../../../../src/requests/checks/documented';

/** Returns the lines of a text file beside this test, without its comments. */
function facts(name: string): string[] {
  const lines = readFileSync(`test/unit/api/operations/${name}.txt`, 'utf8').split('\n');
  return lines.filter(line => line !== '' && !line.startsWith('#'));
}

/** `METHOD path` of each documented call, with a colon for each parameter. */
const documented = facts('documentedOperations').flatMap(line => {
  const [methods = '', path = ''] = line.split(' ');
  return methods.split(',').map(method => `${method} ${path}`);
});

const examples = facts('documentedResponses').map(line => {
  const [method = '', address = '', kind = '', ...fields] = line.split(' ');
  const [path = '', chosen] = address.split('?');
  return { line, method, path, chosen: chosen !== undefined, kind, fields: fields.map(field => field.split(':')) };
});

const values: Record<string, unknown> = {
  string: 'x',
  integer: 1,
  number: 1.5,
  boolean: true,
  null: null,
  array: [],
  object: {},
};

function operationOf(method: string, path: string): Operation | undefined {
  const match = findOperation(method, path.replaceAll(/:\w*/g, 'value'));
  return match.kind === 'found' ? match.operation : undefined;
}

describe('the documented operations', () => {
  it('are all in the catalogue, in the versions of the documentation and the SDKs', () => {
    assert.ok(documented.length > 300);
    const missing = documented.filter(call => {
      const [method = '', path = ''] = call.split(' ');
      return operationOf(method, path) === undefined;
    });
    assert.deepEqual([...new Set(missing)], []);
  });

  it('are the only ones in the catalogue', () => {
    const known = new Set(documented);
    const invented = operations.flatMap(({ method, path, otherPaths }) =>
      [path, ...otherPaths]
        .map(template => `${method} ${template.replaceAll(/:\w+/g, ':')}`)
        .filter(call => !known.has(call) && !known.has(platformCall(call))),
    );
    assert.deepEqual(invented, []);
  });
});

/** Returns the catalogue's call for a call of any platform, because those calls differ only in the platform's name. */
function platformCall(call: string): string {
  return call.replace('/idp/oauth/:/', '/idp/oauth/wechat-native/');
}

describe('the documented responses', () => {
  it('belong to one operation each', () => {
    assert.ok(examples.length > 180);
    assert.deepEqual(
      examples.filter(({ method, path }) => operationOf(method, path) === undefined).map(({ line }) => line),
      [],
    );
  });

  it('match the documented shape', () => {
    const alarms = examples.flatMap(({ line, method, path, chosen, kind, fields }) => {
      const operation = operationOf(method, path) ?? assert.fail(line);
      const item = Object.fromEntries(fields.map(([name = '', type = '']) => [name, values[type]]));
      const body = kind === 'list' ? { meta: {}, objects: [item] } : kind === 'array' ? [item] : item;
      const query = new URLSearchParams(chosen ? { keys: fields.map(([name]) => name).join(',') } : {});
      return differences(body, operation, query).map(difference => ({ line, ...difference }));
    });
    assert.deepEqual(alarms, []);
  });
});
