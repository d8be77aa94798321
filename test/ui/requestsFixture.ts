import { mkdir, readFile, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before } from 'mocha';
import type { Page } from 'playwright-core';
import type { SandboxApplication } from '../../src/sandbox/sandbox';
import type { Profile } from '../host/profile';
import type { PageElement } from './pageElement';

/** Writes request documents into the workspace, by name without ending. */
export async function writeDocuments({ workspace }: Profile, documents: Record<string, string[]>): Promise<void> {
  await mkdir(workspace, { recursive: true });
  for (const [name, lines] of Object.entries(documents)) {
    await writeFile(path.join(workspace, `${name}.hydrogen.http`), `${lines.join('\n')}\n`);
  }
}

/** The application of a sandbox in the settings, as an ordinary one: its production counts as production. */
export async function writeApplication({ userData }: Profile, application: SandboxApplication): Promise<void> {
  const file = path.join(userData, 'User', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const { clientId, serverDomain, authUrl, environments } = application;
  const shop = { name: 'Shop', clientId, serverDomain, authUrl, environments };
  await writeFile(file, JSON.stringify({ ...settings, 'hydrogen.applications': [shop] }));
}

/** The lines that an editor group shows; 0 is the left one. */
export async function groupText(page: Page, group: number, side = ''): Promise<string> {
  const lines = await page
    .locator('.part.editor .editor-group-container')
    .nth(group)
    .locator(`.editor-instance ${side} .view-line`)
    .evaluateAll((elements: PageElement[]) =>
      elements.map(element => ({ top: element.getBoundingClientRect().top, text: element.textContent })),
    );
  const sorted = lines.sort((one, other) => one.top - other.top);
  return sorted.map(({ text }) => (text ?? '').replace(/\u00a0/g, ' ')).join('\n');
}

/** A server that is not the application's, and records every header it is sent. */
export function useOtherServer(): () => { origin: string; headers: http.IncomingHttpHeaders[] } {
  const headers: http.IncomingHttpHeaders[] = [];
  let server: http.Server | undefined;
  before(async () => {
    server = http.createServer((request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"elsewhere":true}');
    });
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server?.closeAllConnections();
    server?.close();
  });
  return () => ({ origin: `http://127.0.0.1:${(server?.address() as AddressInfo).port}`, headers });
}
