import assert from 'node:assert/strict';
import vm from 'node:vm';
import type { Page } from 'playwright-core';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../src/sandbox/sandbox';
import { readBuild, readRegenerator, type Build, type Version } from './sdkBuilds';
import type { SdkCall } from './sdkCalls';
import { allowedProfile, createWechatPlatform, type WechatPlatform } from './wechatPlatform';

/** The result of a call: `works`, or the error. */
interface Outcome {
  methods: readonly string[];
  result: string;
}

interface SdkSession {
  sandbox: Sandbox;
  /** Names of the build's methods, with a hash after the class, e.g. `TableObject#find`. */
  methods: ReadonlySet<string>;
  run(calls: readonly SdkCall[]): Promise<Outcome[]>;
  close(): Promise<void>;
}

/** Data of the sandbox that calls can use as `it`. Functions are added where the calls run. */
interface Known {
  clientId: string;
  host: string;
  group: number;
  category: number;
  content: number;
  fileCategory: string;
}

const longest = 10_000;

/** Builds before 3.0 know only the service's own host. */
const start = `BaaS._polyfill.getAPIHost = () => it.host; BaaS.init(it.clientId, { host: it.host });`;

/**
 * Code that runs beside the SDK, to list its methods and to try one call. It is a text, because a browser also runs it.
 */
const library = `
  const methodsOf = BaaS => {
    const names = new Set();
    const ofClass = (name, one) => {
      for (let at = one; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
        // The prototype of the realm that made the object.
        if (Object.prototype.hasOwnProperty.call(at, 'isPrototypeOf')) break;
        for (const method of Object.getOwnPropertyNames(at)) {
          if (method !== 'constructor' && !method.startsWith('_') && typeof at[method] === 'function') names.add(name + '#' + method);
        }
      }
    };
    for (const [name, value] of Object.entries(BaaS)) {
      if (name.startsWith('_')) continue;
      if (/^[A-Z]/.test(name) && typeof value === 'function') {
        ofClass(name, value.prototype);
        for (const own of Object.getOwnPropertyNames(value)) if (!/^_|^(caller|arguments)$/.test(own) && typeof value[own] === 'function') names.add(name + '.' + own);
      } else if (typeof value === 'function') names.add(name);
      else if (typeof value === 'object' && value !== null)
        for (const own of Object.keys(value)) if (!own.startsWith('_') && typeof value[own] === 'function') names.add(name + '.' + own);
    }
    const table = Object.getPrototypeOf(new BaaS.TableObject('product').create());
    ofClass('TableRecord', table);
    const current = BaaS.auth._initCurrentUser ?? (info => Object.getPrototypeOf(new BaaS.User().getCurrentUserWithoutData()).constructor.initCurrentUser(info));
    // Leaves out the methods that both classes share, except those that callers use on the current user.
    ofClass('CurrentUser', Object.getPrototypeOf(current({ id: 1 })));
    for (const shared of [...names].filter(name => name.startsWith('TableRecord#'))) {
      const method = shared.split('#')[1];
      if (!['set', 'update'].includes(method)) names.delete('CurrentUser#' + method);
    }
    return [...names];
  };
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const attempt = async (body, BaaS, it) => {
    const late = new Promise((_, reject) => setTimeout(reject, ${longest}, new Error('no response')));
    try {
      const right = await Promise.race([new AsyncFunction('BaaS', 'it', body)(BaaS, it), late]);
      return right === true ? 'works' : 'another response';
    } catch (error) {
      return String((error && (error.code ?? error.status ?? error.statusCode)) ?? '') + ' ' + String((error && (error.message ?? JSON.stringify(error.data))) ?? error);
    }
  };
`;

/**
 * Opens a separate sandbox and a build that uses it.
 * @param page the page of this version, which runs a build for browsers
 */
export async function openSession(version: Version, build: Build, page?: Page): Promise<SdkSession> {
  const sandbox = await startSandbox({ categories: 1, runFunctions: true });
  const shop = sandbox.applications[0] ?? assert.fail();
  const known = await facts(sandbox, shop);
  const place =
    build === 'WeChat'
      ? await inNode(version, known, sandbox)
      : await inBrowser(page ?? assert.fail(), version, known, sandbox);
  const methods = new Set(await place.methods());
  return {
    sandbox,
    methods,
    async run(calls) {
      const outcomes: Outcome[] = [];
      for (const { methods: named, body, only } of calls) {
        const wanted = named.split(' ');
        const [first = ''] = wanted;
        if ((only !== undefined && only !== build) || !methods.has(first)) continue;
        outcomes.push({ methods: wanted.filter(method => methods.has(method)), result: await place.attempt(body) });
      }
      return outcomes;
    },
    async close() {
      await sandbox.close();
    },
  };
}

interface Place {
  methods(): Promise<string[]>;
  attempt(body: string): Promise<string>;
}

async function facts(sandbox: Sandbox, shop: SandboxApplication): Promise<Known> {
  const group = shop.contentGroups.find(({ name }) => name.includes('Help'))?.id ?? assert.fail();
  const first = async (path: string): Promise<unknown> => {
    const response = await fetch(sandbox.origin + path, { headers: { 'X-Hydrogen-Client-ID': shop.clientId } });
    const { objects } = (await response.json()) as { objects: { id: unknown }[] };
    return objects[0]?.id ?? assert.fail(path);
  };
  const category = Number(await first(`/hserve/v1/content/category/?content_group_id=${group}`));
  return {
    clientId: shop.clientId,
    host: sandbox.origin,
    group,
    category,
    content: Number(await first(`/hserve/v2.2/content/detail/?category_id=${category}`)),
    fileCategory: String(await first('/hserve/v2.2/file-category/')),
  };
}

/** Waits until the sandbox has received a request for a path. Resolves with the response status. */
async function asked(sandbox: Sandbox, path: string): Promise<number> {
  for (const end = Date.now() + longest; Date.now() < end;) {
    const request = sandbox.requests.find(one => one.path === path);
    if (request !== undefined) return request.status;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  return assert.fail(`${path} was not asked for`);
}

/** Returns the data of an upload. The first build for browsers resolves without the response around the data. */
function dataOf(response: { data?: unknown }): unknown {
  return response.data ?? response;
}

let names = 0;
const unique = (): string => `name${++names}`;
const phone = (): string => `139${String(++names).padStart(8, '0')}`;

async function inNode(version: Version, known: Known, sandbox: Sandbox): Promise<Place> {
  const platform = createWechatPlatform();
  const it = {
    ...known,
    unique,
    phone,
    smsCode: () => sandbox.smsCodes.at(-1)?.code,
    asked: (path: string) => asked(sandbox, path),
    dataOf,
    file(name: string, text: string) {
      platform.addFile(name, text);
      return { filePath: name, fileName: name, fileSize: text.length };
    },
    person: (name: string) => person(platform, name),
  };
  const quiet = { log: () => undefined, warn: () => undefined, info: () => undefined, error: () => undefined };
  const context = vm.createContext({
    wx: platform.wx,
    console: quiet,
    setTimeout,
    clearTimeout,
    module: { exports: {} },
    exports: {},
  });
  vm.runInContext('var window = globalThis, self = globalThis, global = globalThis;', context);
  // WeChat provides this runtime, and the newest builds depend on it.
  vm.runInContext(await readRegenerator(), context);
  vm.runInContext(await readBuild(version, 'WeChat'), context);
  const run = vm.runInContext(
    `(it => { const BaaS = wx.BaaS; ${start} ${library}
    return { methods: () => methodsOf(BaaS), attempt: body => attempt(body, BaaS, it) }; })`,
    context,
  ) as (known: unknown) => { methods: () => string[]; attempt: (body: string) => Promise<string> };
  const { methods, attempt } = run(it);
  return { methods: () => Promise.resolve([...methods()]), attempt };
}

/** Simulates that another person uses the phone. */
function person(platform: WechatPlatform, name: string): Record<string, unknown> {
  platform.person = name;
  const profile = allowedProfile(name);
  const code = (): string => `${name}-phone-${unique()}`;
  return { name, code, shared: profile, allowed: { code: code(), detail: { ...profile, code: code() } } };
}

async function inBrowser(page: Page, version: Version, known: Known, sandbox: Sandbox): Promise<Place> {
  await page.exposeFunction('smsCode', () => sandbox.smsCodes.at(-1)?.code);
  await page.evaluate(`(() => {
    ${library}
    let count = 0;
    const it = {
      ...${JSON.stringify(known)},
      authPage: '/${version}/auth.html',
      smsCode: () => window.smsCode(),
      dataOf: ${dataOf.toString()},
      unique: () => 'web' + ++count,
      phone: () => '137' + String(++count).padStart(8, '0'),
      file: (name, text) => ({ fileObj: new File([text], name, { type: 'text/plain' }), fileName: name }),
    };
    localStorage.setItem('sandbox', JSON.stringify(it));
    window.WeixinJSBridge = { invoke: (name, config, done) => done({ err_msg: 'get_brand_wcpay_request:ok' }) };
    ${start}
    window.tries = { methods: () => methodsOf(BaaS), attempt: body => attempt(body, BaaS, it) };
  })()`);
  return {
    methods: () => page.evaluate<string[]>('window.tries.methods()'),
    attempt: body => page.evaluate<string>(`window.tries.attempt(${JSON.stringify(body)})`),
  };
}
