// Adds a version of 100 kB to the folder of the first argument, and prints the code of the error.
import type { FunctionError } from '../../../src/functions/functionError';
import { FunctionVersions } from '../../../src/functions/versions';

const identity = { authUrl: 'https://a', clientId: 'c', envId: undefined, name: 'f' };
const version = { code: 'x'.repeat(100_000), author: '', origin: 'read' } as const;
await new FunctionVersions(process.argv[2] ?? '').add(identity, version).then(
  () => process.stdout.write('added'),
  (error: unknown) => process.stdout.write((error as FunctionError).code),
);
