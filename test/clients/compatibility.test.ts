import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { findOperation } from '../../src/api/operations/catalogue';
import { assertGenerated } from '../generatedPage';
import { buildKey, compatibilityTables } from './compatibilityTable';
import { notTried, notWorking } from './notWorking';
import { platforms } from './otherPlatforms';
import { replay } from './replay';
import { builds, versions, type Build, type Version } from './sdkBuilds';
import { dataCalls, queryCalls, userCalls } from './sdkCalls';
import { openSdkPages, type SdkPages } from './sdkPages';
import { fileCalls, libraryCalls, paymentCalls, webCalls, wechatCalls } from './sdkServiceCalls';
import { openSession } from './sdkSession';

const calls = [
  ...userCalls,
  ...dataCalls,
  ...queryCalls,
  ...libraryCalls,
  ...fileCalls,
  ...paymentCalls,
  ...wechatCalls,
  ...webCalls,
];

interface Tried {
  version: Version;
  build: Build;
  /** Result of each method; the worse one of two attempts. */
  results: Map<string, string>;
  /** Public methods without a call. */
  untried: string[];
  /** `METHOD path` of the build's requests to the sandbox. */
  asked: Set<string>;
}

describe('every published minapp-sdk on the sandbox', () => {
  let pages: SdkPages | undefined;
  const tried: Tried[] = [];
  const requests = new Map<string, string>();

  before(async () => {
    pages = await openSdkPages();
    // Run in parallel, because builds and platforms mostly wait for the sandbox.
    await Promise.all([
      ...builds.map(async build => {
        for (const version of versions) tried.push(await tryBuild(version, build));
      }),
      (async () => {
        for (const platform of platforms) {
          for (const [does, result] of await replay(platform)) requests.set(`${platform.name}: ${does}`, result);
        }
      })(),
    ]);
  });

  after(() => pages?.close());

  async function tryBuild(version: Version, build: Build): Promise<Tried> {
    const page = build === 'web' ? await pages?.open(version) : undefined;
    const session = await openSession(version, build, page);
    try {
      const results = new Map<string, string>();
      for (const { methods, result } of await session.run(calls)) {
        for (const method of methods) if ((results.get(method) ?? 'works') === 'works') results.set(method, result);
      }
      const asked = session.sandbox.requests.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`);
      const untried = [...session.methods].filter(method => !results.has(method));
      return { version, build, results, untried, asked: new Set(asked) };
    } finally {
      await session.close();
    }
  }

  for (const build of builds) {
    for (const version of versions) {
      it(`${version} for ${build}: works, except for known failures with a reason`, () => {
        const { results } = found(version, build);
        assert.ok(results.size > 100);
        noneBroken(results);
      });

      it(`${version} for ${build}: each public method is tested, or has a reason why it is not`, () => {
        const { untried } = found(version, build);
        assert.deepEqual(
          untried.filter(method => !(method in notTried) && !(`${method} (${build})` in notTried)),
          [],
        );
      });

      it(`${version} for ${build}: sends only requests of the catalogue`, () => {
        const unknown = [...found(version, build).asked].filter(request => {
          const [method = '', path = ''] = request.split(' ');
          return path.startsWith('/hserve/') && method !== 'OPTIONS' && findOperation(method, path).kind !== 'found';
        });
        assert.deepEqual(unknown, []);
      });
    }
  }

  function noneBroken(results: ReadonlyMap<string, string>): void {
    const broken = [...results].filter(([name, result]) => result !== 'works' && !(name in notWorking));
    assert.equal(broken.map(([name, result]) => `${name}: ${result}`).join('\n'), '');
  }

  function found(version: Version, build: Build): Tried {
    return tried.find(one => one.version === version && one.build === build) ?? assert.fail(`${version} ${build}`);
  }

  it('handles the requests of the builds for other platforms, except for known failures with a reason', () => {
    assert.ok(requests.size > 40);
    noneBroken(requests);
  });

  it('lists no known failure that works', () => {
    const results = [...tried.flatMap(({ results: all }) => [...all]), ...requests];
    const broken = new Set(results.filter(([, result]) => result !== 'works').map(([name]) => name));
    assert.deepEqual(
      Object.keys(notWorking).filter(name => !broken.has(name)),
      [],
    );
  });

  it('matches the documentation (UPDATE_DOCS=1 writes it)', async () => {
    const methods = new Map<string, Map<string, boolean>>();
    for (const { version, build, results } of tried) {
      for (const [method, result] of results) {
        const row = methods.get(method) ?? new Map<string, boolean>();
        methods.set(method, row.set(buildKey(version, build), result === 'works'));
      }
    }
    const works = new Map([...requests].map(([name, result]) => [name, result === 'works'] as const));
    const tables = compatibilityTables(methods, works);
    await assertGenerated('docs/clients.md', 'clients', tables, 'clients --grep documentation');
  });
});
