import { Secret } from '../src/api/secret';
import type { Json } from '../src/json/json';
import { getTable } from '../src/records/table/schema';
import type { DataService } from '../src/api/openApi/dataService';
import { createHttpClient } from '../src/api/http/httpClient';
import { startSandbox } from '../src/sandbox/sandbox';
import { anyEdits } from '../test/unit/records/anyEdits';
import { PageDocument } from '../test/unit/records/documents';
import { modelArena, races } from '../test/unit/records/races';
import { obtainTokens } from '../test/unit/sandbox/fixture';
import { makeWideTable } from './records/wideTable';

// Measures whether saving records loses data, and how many requests it sends. Prints tables.

const raced = 1000;
const edited = 10_000;
const [rows, columns] = [1000, 30];

const merged = await races(raced, false, modelArena);
const blind = await races(raced, true, modelArena);
const start = performance.now();
await anyEdits(edited);
const seconds = (performance.now() - start) / 1000;

console.log('## Records\n');
console.log(
  `${raced} races of two windows and another client, which change the same two records in memory; half of the races within one
second and with changes of the same length. Lost: a value that nobody who wrote over it had seen, counted at the server.\n`,
);
console.log('| | fields written | conflicts asked | fields lost |\n| --- | ---: | ---: | ---: |');
console.log(`| saved as here | ${merged.written} | ${merged.asked} | ${merged.lost} |`);
console.log(`| whole records by a blind PUT | ${blind.written} | ${blind.asked} | ${blind.lost} |`);
console.log(
  `\n${edited} random edits of random records, planned, saved and read again: as edited, in ${seconds.toFixed(1)} s.\n`,
);
await requests();

/** Counts the requests that reach a sandbox over loopback. */
async function requests(): Promise<void> {
  const sandbox = await startSandbox();
  const [shop] = sandbox.applications;
  if (shop === undefined) throw new Error('The sandbox has applications.');
  const id = await makeWideTable(shop, { rows, columns });
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  const token = new Secret((await obtainTokens(shop)).access_token);
  const service: DataService = {
    target: { authUrl: shop.authUrl, envId: undefined },
    context: { fetch: client.fetch },
    withToken: send => send(token),
  };
  const table = await getTable(service, id);
  const line = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const before = sandbox.requests.at(-1)?.id ?? 0;
    const began = performance.now();
    await work();
    const took = performance.now() - began;
    const sent = sandbox.requests.filter(request => request.id > before).map(({ method }) => method);
    console.log(`| ${what} | ${sent.join(', ')} | ${took.toFixed(0)} |`);
  };
  const page = new PageDocument(service, table);
  console.log('| | requests | ms |\n| --- | --- | ---: |');
  await line(`a page of ${rows} records of ${columns} columns, opened as text`, () => page.open());
  page.edit(([first]: Map<string, Json>[]) => first?.set('column_7', 'changed'));
  await line('one cell of it edited and saved', () => page.save());
  await client.close();
  await sandbox.close();
}
