import { clientsFolder } from '../../clients/installed';
import { fetchBrowser } from './browser';
import { usableDesktop } from './desktop';
import { nodeExecutable, serverFolder, type Release } from './packages';

// Downloads what test levels need and is missing: `node out/test/host/launcher/fetch.mjs host ui`.
const levels = process.argv.slice(2);

async function fetchServer(release: Release): Promise<void> {
  await serverFolder(release);
  await nodeExecutable(release);
}

if (levels.includes('ui')) await fetchServer('newest');
if (levels.includes('host')) {
  for (const release of ['newest', 'oldest'] as const) if (!(await usableDesktop(release))) await fetchServer(release);
}
if (levels.includes('clients')) await clientsFolder();
if (levels.some(level => level !== 'unit')) await fetchBrowser();
process.exit(0);
