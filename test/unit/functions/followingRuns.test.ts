import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'mocha';
import { createHttpClient, type HttpClient } from '../../../src/api/http/httpClient';
import type { DataService } from '../../../src/api/openApi/dataService';
import { Secret } from '../../../src/api/secret';
import { execute } from '../../../src/change/execute';
import { openApiService } from '../../../src/cli/openApiService';
import { TrustedHosts } from '../../../src/cli/trustedHosts';
import { createFunction, replaceCode } from '../../../src/functions/deploy';
import { codeHash } from '../../../src/functions/functionService';
import { readRunLog } from '../../../src/functions/runLog';
import { RunFollower, type FunctionRun } from '../../../src/functions/runs';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import { send } from '../sandbox/http';

const name = 'adder';
const codeOf = (version: number) => `exports.main = () => ${version}`;

/** A host of the logs that forwards requests to the sandbox's host, and records their addresses and headers. */
class LogHost {
  /** Address and headers of each request. */
  readonly received: string[] = [];
  /** The names of all headers. */
  readonly headers = new Set<string>();
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));
  /** The host of the sandbox's logs. */
  #origin = '';

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  stop(): void {
    this.#server.close();
  }

  /** Returns the address of a log at this host. It stays valid, because the sandbox signs only path and date. */
  addressOf({ logUrl = '' }: FunctionRun): string {
    const address = new URL(logUrl);
    this.#origin = address.origin;
    address.port = String((this.#server.address() as AddressInfo).port);
    return address.href;
  }

  async #answer({ url = '', headers, rawHeaders }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.received.push(`${url} ${rawHeaders.join(' ')}`);
    for (const header of Object.keys(headers)) this.headers.add(header);
    const { status, text } = await send(new URL(url, this.#origin));
    response.writeHead(status).end(text);
  }
}

/** A function of the sandbox. Each of its runs ends with the error `run N`. */
class RunningFunction {
  readonly #sandbox: Sandbox;
  readonly #clientId: string;
  /** Ends each run that was started. */
  readonly #running: (() => void)[] = [];
  /** The names of all runs in the order of their start. */
  readonly all: string[] = [];

  constructor(sandbox: Sandbox, { clientId }: SandboxApplication) {
    this.#sandbox = sandbox;
    this.#clientId = clientId;
  }

  /** Starts runs. Every fifth goes on until `endAll`. */
  start(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const run = `run ${this.all.length};`;
      this.all.push(run);
      const place = { clientId: this.#clientId, envId: undefined, name, file: '/f.js' };
      const local = this.#sandbox.startLocalRun({ ...place, data: {}, source: 'sdk', debugging: false });
      const end = () => local.fail('RangeError', run);
      if (this.all.length % 5 === 0) this.#running.push(end);
      else end();
    }
  }

  endAll(): void {
    for (const end of this.#running.splice(0)) end();
  }
}

describe('following a function that is deployed meanwhile', () => {
  const logHost = new LogHost();
  /** The ClientSecret, and every token that was sent to the service. */
  const credentials = new Set<string>();
  let clock = 1_800_000_000_000;
  let sandbox: Sandbox;
  let shop: SandboxApplication;
  let client: HttpClient;
  let service: DataService;

  before(async () => {
    await logHost.start();
    sandbox = await startSandbox({ categories: 1, now: () => (clock += 5) });
    shop = sandbox.applications[0] ?? assert.fail();
    credentials.add(shop.clientSecret);
    client = createHttpClient({ strictSSL: true, systemCertificates: false });
    const application = { ...shop, contentGroups: [] };
    const secrets = {
      clientSecret: new Secret(shop.clientSecret),
      userToken: undefined,
      named: () => undefined,
      all: [],
    };
    const trusted = new TrustedHosts([], [new URL(shop.authUrl).origin]);
    const target = { application, variables: {}, environment: undefined, secrets, trusted, isSandbox: true };
    const recorded = openApiService(
      { ...target, close: () => Promise.resolve() },
      client,
      new AbortController().signal,
    );
    const withToken: DataService['withToken'] = call =>
      recorded.withToken(token => {
        credentials.add(token.reveal());
        return call(token);
      });
    service = { ...recorded, withToken };
  });
  after(async () => {
    await client.close();
    await sandbox.close();
    logHost.stop();
  });

  it('returns each of 1,000 runs once, over 3 deployments, 10 lost connections and new tokens', async () => {
    assert.equal((await execute(service, [createFunction(name, codeOf(0))]))[0]?.outcome.status, 'saved');
    const running = new RunningFunction(sandbox, shop);
    const follower = new RunFollower(() => Promise.resolve(service), name);
    await follower.poll();
    const shown: FunctionRun[] = [];
    let lost = 0;
    for (let round = 1; round <= 40; round += 1) {
      if (round % 10 === 0 && round < 40) await deploy(service, round / 10);
      if (round % 13 === 0) sandbox.expireTokens(shop.clientId);
      running.start(15);
      // The client repeats a request once, so two resets make the call fail.
      if (round % 4 === 0)
        sandbox.fail({ kind: 'reset', method: 'GET', path: '/oserve/v1.3/cloud-function/', times: 2 });
      const polled = follower.poll();
      // These runs shift the pages while the follower reads them.
      running.start(10);
      shown.push(...(await polled.catch(() => ((lost += 1), []))));
      if (round % 9 === 0) running.endAll();
    }
    running.endAll();
    shown.push(...(await follower.poll()));
    assert.deepEqual(await follower.poll(), []);
    assert.deepEqual([lost, running.all.length, shown.length], [10, 1000, 1000]);
    const logs = await logsOf(shown);
    // Each log contains the name of its run, so this detects a log of another run.
    const named = logs.map(log => /run \d+;/.exec(log)?.[0]);
    assert.deepEqual(named.sort(), [...running.all].sort());
  });

  it('sends no credential to the host of the logs', () => {
    assert.equal(logHost.received.length, 1000);
    // The ClientSecret, the first token, and three tokens that replaced expired ones.
    assert.equal(credentials.size, 5);
    const withCredential = [...credentials].filter(credential => {
      assert.ok(credential.length >= 16);
      return logHost.received.some(request => request.includes(credential));
    });
    assert.equal(withCredential.length, 0);
    assert.deepEqual([...logHost.headers].sort(), ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  async function logsOf(runs: readonly FunctionRun[]): Promise<string[]> {
    const reading = { fetch: client.fetch, signal: new AbortController().signal, isSandbox: true };
    const logs: string[] = [];
    for (const run of runs) {
      const log = await readRunLog(logHost.addressOf(run), reading);
      logs.push('text' in log ? log.text : assert.fail(log.problem));
    }
    return logs;
  }
});

async function deploy(service: DataService, version: number): Promise<void> {
  const base = codeHash(codeOf(version - 1));
  const [result] = await execute(service, [replaceCode(name, codeOf(version), base, read => read())]);
  assert.equal(result?.outcome.status, 'saved');
}
