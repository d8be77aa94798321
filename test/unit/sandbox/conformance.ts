import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { authorize as obtain } from '../../../src/api/openApi/authorize';
import type { Operation } from '../../../src/api/operations/catalogue';
import { Secret } from '../../../src/api/secret';
import { checkInputOf, type CheckInput } from '../../../src/requests/checks/evaluate';
import { runChecks } from '../../../src/requests/checks/run';
import type { CheckFile } from '../../../src/requests/checks/runHost';
import type { RequestResult } from '../../../src/requests/checks/result';
import { parseDocument } from '../../../src/requests/document/parse';
import { executeRequest } from '../../../src/requests/sending/executeRequest';
import type { Sandbox, SandboxApplication, SandboxState } from '../../../src/sandbox/sandbox';
import { contextFor } from '../requests/fixture';
import { httpFetchForTests } from '../requests/testFetch';
import { authorize, authorizePath, credentialsOf, redeem, refresh, tokenPath, withCaller } from './fixture';
import type { Tokens } from './fixture';
import { curl, jsonOf, type HttpResponse } from './http';

/** The folder with the conformance tests of the sandbox: documents with checks. */
export const checksFolder = path.join('test', 'checks');

/** Creates the sandbox state for the documents, with so many records that changing all of them takes a while. */
export async function bigState(): Promise<SandboxState> {
  let state: SandboxState | undefined;
  await withCaller(async (call, _, sandbox) => {
    const records = Array.from({ length: 1000 }, (_, index) => ({ sku: `MORE-${index}`, name: `${index}` }));
    await call.json('POST /oserve/v2.4/table/5001/record/', { body: records }, 201);
    state = sandbox.state();
  });
  return state ?? assert.fail('no state');
}

/** A response in the form that checks evaluate, with the label of its request. */
export interface Observed {
  label: string;
  status: number;
  checked: CheckInput;
}

/** Sends the requests of all documents to a sandbox and runs their checks. */
export async function observe(
  sandbox: Sandbox,
  shop: SandboxApplication,
): Promise<{ results: RequestResult[]; observed: Observed[] }> {
  const names = (await readdir(checksFolder)).sort();
  const files: CheckFile[] = await Promise.all(
    names.map(async name => ({ name, document: parseDocument(await readFile(path.join(checksFolder, name), 'utf8')) })),
  );
  const credentials = { ...shop, clientSecret: new Secret(shop.clientSecret) };
  const { accessToken } = await obtain(credentials, { fetch: httpFetchForTests });
  const target = { ...shop, userToken: async () => undefined, accessToken: async () => accessToken };
  const secrets: Record<string, string> = { password: 'customer-password', control: sandbox.controlToken };
  const context = contextFor('', { target, secret: async name => new Secret(secrets[name] ?? assert.fail(name)) });
  const observed: Observed[] = [];
  const results = await runChecks(
    files,
    {
      async execute({ name, document }, request, { responsesOf, signal }) {
        const executed = await executeRequest(request, { ...context, document, responses: responsesOf(''), signal });
        const { resolved, result } = executed;
        if (resolved && result) {
          const label = `${name}: ${request.title?.text ?? ''}`;
          observed.push({ label, status: result.status, checked: checkInputOf(resolved, result) });
        }
        return executed;
      },
      describe: error => ({ code: 'unknown', text: String(error) }),
      wait: () => Promise.resolve(),
    },
    { signal: new AbortController().signal },
  );
  return { results, observed };
}

/** Observes the authorization with `curl`, because a document does not follow redirects or keep cookies for a POST. */
export async function observeAuthorization(
  shop: SandboxApplication,
  operationOf: (id: string) => Operation,
): Promise<Observed[]> {
  const code = await authorize(shop);
  const made = await redeem(shop, code);
  const hops = await curl(shop.authUrl + authorizePath, credentialsOf(shop), { cookies: true });
  const renewed = await refresh(shop, jsonOf<Tokens>(made).refresh_token);
  const all: [string, string, HttpResponse | undefined][] = [
    ['authorization.authorize', authorizePath, hops.at(-1)],
    ['authorization.accessToken', tokenPath, made],
    ['authorization.refreshToken', tokenPath, renewed],
  ];
  return all.map(([id, label, response = assert.fail(id)]) => ({
    label,
    status: response.status,
    checked: {
      checks: documentedCheck,
      method: 'GET',
      operation: operationOf(id),
      query: '',
      status: response.status,
      ok: true,
      truncated: false,
      milliseconds: 0,
      headers: [['content-type', 'application/json']],
      body: response.text,
      credentials: [],
      snapshot: undefined,
      otherResponses: {},
    },
  }));
}

/** The parsed check `?? documented`. */
export const documentedCheck: CheckInput['checks'] = (
  parseDocument('GET /\n\n?? documented').requests[0]?.checks ?? []
).map(check => ({ check, expected: '', maskedExpected: '' }));
