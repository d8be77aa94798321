import { readdir, readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { runChecks } from '../../src/requests/checks/run';
import type { RequestResult } from '../../src/requests/checks/result';
import { parseDocument } from '../../src/requests/document/parse';
import { executeRequest } from '../../src/requests/sending/executeRequest';
import { contextFor, target } from '../unit/requests/fixture';

/** Responds to the check files: with the request's content, and with the status in the path. */
export const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const status = Number(/^\/echo\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    const isFixed = request.url?.startsWith('/fixed') === true;
    response.writeHead(status, {
      'Content-Type': isFixed ? 'application/json' : request.headers['content-type'],
      'X-One': '1',
      'X-Two': ['a', 'b'],
      'X-Empty': '',
      'Set-Cookie': ['theme=dark; Path=/', 'lang=zh'],
    });
    response.end(isFixed ? '{"ok":true}' : Buffer.concat(chunks));
  });
};

/**
 * Reads the check files of a folder.
 * @returns the text of each file by its name
 */
export async function corpusIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.http')).sort();
  return new Map(
    await Promise.all(names.map(async name => [name, await readFile(path.join(folder, name), 'utf8')] as const)),
  );
}

/** Runs the files with our own runner. */
export function runCorpus(corpus: ReadonlyMap<string, string>, origin: string): Promise<RequestResult[]> {
  const here = { ...target, serverDomain: origin, authUrl: origin };
  return runChecks(
    [...corpus].map(([name, text]) => ({ name, document: parseDocument(text) })),
    {
      execute: (file, request, run) =>
        executeRequest(request, { ...contextFor('', { target: here }), document: file.document, ...run }),
      describe: error => ({ code: '', text: String(error) }),
      wait: () => Promise.resolve(),
    },
    { signal: new AbortController().signal },
  );
}
