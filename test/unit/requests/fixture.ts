import { Secret } from '../../../src/api/secret';
import { httpFetchForTests } from './testFetch';
import { parseDocument } from '../../../src/requests/document/parse';
import type { Target } from '../../../src/requests/sending/resolve';
import type { ExecutionContext } from '../../../src/requests/sending/executeRequest';

/** The application of these tests; its hosts do not exist. */
export const target: Target = {
  serverDomain: 'https://shop.example.com',
  authUrl: 'https://auth.example.com',
  clientId: 'client-1',
  environments: [{ name: 'Staging', envId: 'env-staging' }],
  userToken: async () => new Secret('user-token-0123456789'),
  accessToken: async () => new Secret('access-token-0123456789'),
};

/**
 * Returns the context to resolve and send a document. Every question or file read fails, unless `changes` replaces it.
 */
export function contextFor(text: string, changes: Partial<ExecutionContext> = {}): ExecutionContext {
  return {
    document: parseDocument(text),
    environmentVariables: {},
    responses: new Map(),
    target,
    fetch: httpFetchForTests,
    readFile: () => Promise.reject(new Error('no such file')),
    prompt: () => Promise.reject(new Error('nobody is asked')),
    secret: () => Promise.reject(new Error('no secret is needed')),
    machineValue: () => Promise.reject(new Error('no value of the machine is needed')),
    now: () => Date.UTC(2024, 0, 2, 3, 4, 5),
    ...changes,
  };
}
