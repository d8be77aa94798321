import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, beforeEach } from 'mocha';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { addToMessage, takeFailures } from '../../failures';
import { launchBrowser, stopAnimations, stopPainting } from '../../host/launcher/browser';
import { installExtension } from '../../host/launcher/installExtension';
import { makeProfile, type Profile } from '../../host/launcher/profile';
import { root } from '../../host/launcher/root';
import { startServer, type Server } from '../../host/launcher/server';
import { patience } from './eventually';
import { readLogs, type Log } from './logs';
import { runCommand } from './quickInput';
import { describeScreen } from './screen';
import { recordStatusMessages } from './statusBar';

interface WorkbenchOptions {
  /** User settings, in addition to the default ones of `makeProfile`. */
  settings?: Record<string, unknown>;
  theme?: 'Dark Modern' | 'Light Modern' | 'Default High Contrast' | 'Default High Contrast Light';
  /** The display language for extensions. The workbench's own texts stay English, because they need a language pack. */
  locale?: string;
  /** Environment variables of the extension host. */
  env?: Record<string, string>;
  /** Loads all built-in extensions. Without them VS Code starts in two thirds of the time. */
  complete?: boolean;
  /** More built-in extensions to load, in addition to those that every test needs. */
  with?: readonly string[];
  /** Opens the workspace in Restricted Mode. */
  restricted?: boolean;
  viewport?: { width: number; height: number };
  /** Paints the workbench, for a measurement. Tests look at its document, which does not depend on it. */
  painted?: boolean;
  /** Installs the extension into the folder `extensions`, instead of the default build. */
  install?: (extensions: string) => Promise<unknown>;
  /** Adds files to the new profile and workspace before VS Code starts. */
  arrange?: (profile: Profile) => Promise<void>;
}

/** A real VS Code in a browser, with the built extension and a separate profile and workspace. */
export interface Workbench {
  page: Page;
  profile: Profile;
  /**
   * Opens another window with the same profile, with or without the workspace folder. It has a second extension host,
   * but shares the storage of the browser.
   */
  openWindow: (options?: { folder: boolean }) => Promise<Page>;
  /** Reloads the window with the VS Code command. Secrets and settings stay. */
  reload: (page?: Page) => Promise<void>;
  /**
   * Saves a screenshot as PNG and returns its path. Does nothing unless a variable of `pictureVariables` is set, because
   * a picture costs processor time that concurrent tests need.
   */
  screenshot: (name: string, page?: Page) => Promise<string | undefined>;
  /** Saves a screenshot of every window, and returns the content of all windows as text. */
  report: (name: string) => Promise<string>;
  /** Returns all logs: VS Code's files including output channels, the server's output, and the browser consoles. */
  logs: () => Promise<Log[]>;
  close: () => Promise<void>;
}

/**
 * Opens a workbench for the tests of this `describe`. The tests are steps: each starts in the state that the previous
 * one left. After a failure this state is unknown, so the remaining steps fail without running and name the failed
 * step. The content of the screen is added to the message of the failure.
 */
export function useWorkbench(options: WorkbenchOptions = {}): () => Workbench {
  let workbench: Workbench | undefined;
  let failed: string | undefined;
  const describeFailures = async (title: string) => {
    for (const error of takeFailures()) addToMessage(error, (await workbench?.report(`failed ${title}`)) ?? '');
  };
  before(async function () {
    this.timeout(5 * patience);
    workbench = await openWorkbench(options);
  });
  beforeEach(() => {
    if (failed !== undefined) throw new Error(`Not tried in this workbench, because “${failed}” failed before.`);
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    failed = this.currentTest.title;
    await describeFailures(this.currentTest.fullTitle());
  });
  after(async function () {
    this.timeout(patience);
    // a failure in a hook, not in a test
    if (failed === undefined) await describeFailures(this.test?.parent?.fullTitle() ?? '');
    takeFailures();
    await workbench?.close();
  });
  return () => {
    if (!workbench) throw new Error('The workbench is open from `before` to `after` only.');
    return workbench;
  };
}

/** The built-in extensions that tests need: themes, icons, and support for the documents of the tests. */
const ownExtensions = [
  'configuration-editing',
  'json',
  'json-language-features',
  'media-preview',
  'theme-defaults',
  'theme-seti',
];

/** Each variable asks for pictures. The Chinese font is needed, and downloaded, only for them. */
const pictureVariables = ['HYDROGEN_SCREENSHOTS', 'HYDROGEN_OVERVIEW', 'HYDROGEN_TOUR'];
const wantsPictures = pictureVariables.some(name => process.env[name] !== undefined);

/** The VS Code release to test: `npm test -- ui --vscode oldest` selects the oldest supported one. */
const release = process.env.HYDROGEN_VSCODE === 'oldest' ? 'oldest' : 'newest';

/** Opens a workbench. The caller must close it. */
export async function openWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { settings = {}, theme = 'Dark Modern', env = {}, restricted = false, complete = false, arrange } = options;
  const { install = (extensions: string) => installExtension(release, extensions) } = options;
  const included = [...ownExtensions, ...(options.with ?? [])];
  const unasked = restricted ? { 'security.workspace.trust.startupPrompt': 'never' } : {};
  // Tests read response lines from the screen. Word wrap would split them.
  const unwrapped = { '[hydrogen-response]': { 'editor.wordWrap': 'off' } };
  const profile = await makeProfile({ 'workbench.colorTheme': theme, ...unwrapped, ...unasked, ...settings });
  const console: string[] = [];
  let server: Server | undefined;
  let browser: Browser | undefined;
  let context: BrowserContext | undefined;
  const report = async (name: string): Promise<string> => {
    const pages = context?.pages() ?? [];
    const reports = pages.map(async (page, index) => reportPage(page, index === 0 ? name : `${name} ${index + 1}`));
    return (await Promise.all(reports)).join('\n\n');
  };
  const close = async () => {
    await browser?.close();
    await server?.stop();
    await profile.remove();
  };
  try {
    await install(profile.extensions);
    await arrange?.(profile);
    [server, browser] = await Promise.all([
      startServer(profile, { release, env, restricted, ...(complete ? {} : { ownExtensions: included }) }),
      launchBrowser({ chinese: wantsPictures }),
    ]);
    const { address } = server;
    const opened = (context = await newContext(browser, options));
    const openWindow = async ({ folder } = { folder: true }) => {
      const page = await opened.newPage();
      page.on('console', message => console.push(message.text()));
      // accepts "Leave site?", which appears when a page with unsaved editors reloads
      page.on('dialog', dialog => void dialog.accept());
      await slowDown(page);
      await page.goto(folder ? address : `${address}&ew=true`);
      await waitForWorkbench(page);
      return page;
    };
    const page = await openWindow();
    return {
      page,
      profile,
      openWindow,
      reload: async (which = page) => {
        // A reload by the browser would lose state that the workbench has not written yet.
        await Promise.all([which.waitForEvent('load'), runCommand(which, 'Developer: Reload Window')]);
        await waitForWorkbench(which);
      },
      screenshot: async (name, which = page) => (wantsPictures ? screenshot(which, name) : undefined),
      report,
      logs: async () => [...(await readLogs(profile)), { file: 'console', text: console.join('\n') }],
      close,
    };
  } catch (error) {
    if (error instanceof Error) addToMessage(error, await report('failed to open'));
    await close();
    throw error;
  }
}

async function newContext(browser: Browser, options: WorkbenchOptions): Promise<BrowserContext> {
  const { viewport, locale, painted = wantsPictures } = options;
  const context = await browser.newContext({ viewport: viewport ?? { width: 1280, height: 800 } });
  context.setDefaultTimeout(patience);
  await context.addInitScript(recordStatusMessages);
  await context.addInitScript(stopAnimations);
  if (!painted) await context.addInitScript(stopPainting);
  if (locale) {
    // A language pack sets this variable, too. The workbench passes it on to the extension host and translates the
    // manifests with it.
    await context.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = ${JSON.stringify(locale)};`);
  }
  return context;
}

/** Slows the page down: `--throttle 6` makes it six times slower, which reveals tests that do not wait for a state. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.HYDROGEN_THROTTLE ?? 1);
  if (rate === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

async function waitForWorkbench(page: Page): Promise<void> {
  await page
    .locator('.monaco-workbench .part.statusbar .statusbar-item')
    .first()
    .waitFor({ timeout: 2 * patience });
  // The workbench accepts clicks before it is complete. Until then, for example, new output channels do not appear in
  // the list.
  const complete = `performance.getEntriesByName('code/didCreateWorkbenchContributions/3').length > 0`;
  await page.waitForFunction(complete, undefined, { timeout: 2 * patience });
}

async function reportPage(page: Page, name: string): Promise<string> {
  try {
    return `${await describeScreen(page)}\nPicture: ${await screenshot(page, name)}`;
  } catch (error) {
    return `The page cannot be described: ${String(error)}`;
  }
}

/** Saves a screenshot in the folder of `HYDROGEN_SCREENSHOTS`, or in out/screenshots. Returns its path. */
async function screenshot(page: Page, name: string): Promise<string> {
  const folder = process.env.HYDROGEN_SCREENSHOTS ?? path.join(root, 'out', 'screenshots');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.png`);
  // More specific than the style of `stopPainting`.
  const style = 'html .monaco-workbench.monaco-workbench.monaco-workbench { opacity: 1 !important; }';
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide', style });
  return file;
}
