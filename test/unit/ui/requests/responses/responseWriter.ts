// Stores a response of 100 kB in the folder of the first argument, and prints the code of the error.
import { LargeResponses } from '../../../../../src/ui/requests/responses/largeResponses';

const response = new LargeResponses(process.argv[2] ?? '').begin();
await response.write(Buffer.alloc(100_000, 'x')).then(
  () => process.stdout.write('stored'),
  (error: unknown) => process.stdout.write((error as NodeJS.ErrnoException).code ?? ''),
);
await response.end(false);
