import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { authorize } from '../../../../src/api/openApi/authorize';
import { operations, type Category } from '../../../../src/api/operations/catalogue';
import { Secret } from '../../../../src/api/secret';
import { jsonValue } from '../../../../src/json/jsonValue';
import { diagnose } from '../../../../src/requests/language/diagnose';
import { differences } from '../../../../src/requests/checks/documented';
import { formatDocument } from '../../../../src/requests/document/format';
import { labelOf } from '../../../../src/requests/document/outline';
import { parseDocument } from '../../../../src/requests/document/parse';
import { executeRequest, type ExecutedRequest } from '../../../../src/requests/sending/executeRequest';
import { matchOf } from '../../../../src/requests/language/targetAt';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../../src/sandbox/sandbox';
import { contextFor } from '../fixture';
import { httpFetchForTests } from '../testFetch';

const folder = 'docs/examples';
const ending = '.hydrogen.http';

/** Requests that the sandbox does not support yet. The test asserts that they fail, so that the list stays current. */
const notYetAnswered: string[] = [];

const needed: Record<string, { category: Category; operations: string[] }> = {
  user: {
    category: 'user',
    operations: ['user.registerByEmail', 'user.logInByEmail', 'user.resetPassword', 'session.destroy'],
  },
  database: {
    category: 'database',
    operations: ['record.create', 'record.get', 'record.update', 'record.delete', 'record.list'],
  },
  'content-library': { category: 'contentLibrary', operations: ['contentCategory.list'] },
  file: { category: 'file', operations: ['file.upload'] },
  'cloud-function': { category: 'cloudFunction', operations: ['cloudFunction.run'] },
  payment: { category: 'payment', operations: ['order.list'] },
  sms: { category: 'sms', operations: ['sms.send', 'sms.verify'] },
  tools: { category: 'tools', operations: ['serverTime.get'] },
  'open-api': { category: 'tools', operations: ['openApi.serverTime.get'] },
};

describe('the example documents', () => {
  let sandbox: Sandbox;
  let shop: SandboxApplication;
  let accessToken: Secret;

  before(async () => {
    sandbox = await startSandbox({ categories: 30, runFunctions: true });
    shop = sandbox.applications[0] ?? assert.fail('no application');
    const credentials = { ...shop, clientSecret: new Secret(shop.clientSecret) };
    accessToken = (await authorize(credentials, { fetch: httpFetchForTests })).accessToken;
  });
  after(() => sandbox.close());

  it('exist for each category', async () => {
    const names = (await readdir(folder))
      .filter(name => name.endsWith(ending))
      .map(name => name.slice(0, -ending.length));
    assert.deepEqual(names.sort(), Object.keys(needed).sort());
  });

  for (const [name, { category, operations: ids }] of Object.entries(needed)) {
    it(`have no diagnostics and are formatted: ${name}`, async () => {
      const text = await readFile(path.join(folder, name + ending), 'utf8');
      const document = parseDocument(text);
      assert.deepEqual(
        diagnose(document, { environmentVariables: {}, environments: [{ name: 'Staging', envId: 'env-1' }] }),
        [],
      );
      assert.equal(formatDocument(text), text);
      const matches = document.requests.map(request => matchOf(request, document));
      const shown = matches.flatMap(match => (match?.kind === 'found' ? [match.operation] : []));
      for (const id of ids)
        assert.ok(
          shown.some(operation => operation.id === id),
          id,
        );
      assert.ok(shown.some(operation => operation.category === category));
      assert.ok(operations.length > shown.length);
    });

    it(`run against the sandbox: ${name}`, async () => {
      const text = await readFile(path.join(folder, name + ending), 'utf8');
      const context = contextFor(text, {
        target: {
          ...shop,
          userToken: async () => undefined,
          accessToken: async () => accessToken,
        },
        readFile: file => readFile(path.join(folder, file)),
        prompt: async () => sandbox.smsCodes.at(-1)?.code ?? '',
        secret: async () => new Secret('customer-password'),
      });
      for (const request of context.document.requests) {
        const step = await executeRequest(request, context);
        const label = `${name}: ${labelOf(request)}`;
        assert.equal(step.error, undefined, `${label}: ${String(step.error)}`);
        if (isUnanswered(step)) assert.ok(notYetAnswered.includes(label), `${label} is not answered`);
        else check(step, label);
      }
    });
  }
});

function isUnanswered({ result }: ExecutedRequest): boolean {
  return result?.status === 404 && /does not answer this path|not in the sandbox/.test(result.report.text ?? '');
}

function check({ result, resolved: outgoing }: ExecutedRequest, label: string): void {
  assert.ok(!notYetAnswered.includes(label), `${label} is answered now`);
  assert.ok(result?.report.ok, `${label}: ${result?.status} ${result?.report.text}`);
  if (outgoing?.operation === undefined) return;
  assert.ok(outgoing.operation.success.includes(result.status), `${label}: ${result.status}`);
  const body = jsonValue(result.report.text ?? '');
  const found = differences(body, outgoing.operation, outgoing.url.searchParams).filter(
    ({ code }) => code !== 'undocumented',
  );
  assert.deepEqual(found, [], label);
}
