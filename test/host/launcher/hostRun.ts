import { cp, symlink } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser, stopAnimations, stopPainting } from './browser';
import type { Results } from '../../mocha';
import { runOnDesktop, usableDesktop } from './desktop';
import { installExtension } from './installExtension';
import type { Release } from './packages';
import { makeProfile, type Profile } from './profile';
import { judge, testLine } from './results';
import { hasSource, root, say } from './root';
import { startServer } from './server';

/** One of several windows, each of which runs a part of the test files. `index` starts at 0. */
export interface Part {
  index: number;
  count: number;
}

interface HostRun {
  release: Release;
  /** The module with `run()`, below out/test/host/suite. */
  suite?: string;
  part?: Part;
  /** Leaves out the tests of onNewest.ts. */
  fewer?: boolean;
  grep?: string | undefined;
}

/** Seconds without output of the workbench; a test that hangs ends earlier by its own timeout. */
const silence = 400;

/** Commands that tests run like scripts, so they must not ask for confirmation. */
const unasked = [
  ...['application.forgetToken', 'application.keepForSession', 'application.refreshToken', 'application.remove'],
  ...['applications.export', 'connection.enterPassphrase', 'environment.remove', 'sandbox.save', 'secrets.forgetAll'],
  ...['table.generateTypes', 'user.signOut'],
  ...['bring', 'bringAgain', 'loadWorld', 'removeWorld', 'saveWorld'].map(name => `sandbox.${name}`),
].map(command => `hydrogen.${command}`);

/**
 * Built-in extensions that no test needs. They take processor time at each start, and those for tasks delay each list of
 * tasks, on the oldest release by half a minute. A desktop VS Code loads them all.
 */
const unneeded = [
  ...['copilot', 'emmet', 'git', 'git-base', 'github', 'github-authentication', 'grunt', 'gulp', 'jake'],
  ...['merge-conflict', 'microsoft-authentication', 'npm', 'typescript-language-features'],
];

/** The profile, folders and environment variables of a VS Code that runs the tests. */
export interface HostRunPlaces {
  profile: Profile;
  extension: string;
  tests: string;
  env: Record<string, string>;
}

/** Runs the tests in `out/test/host/suite` inside the extension host of a real VS Code. */
export async function runHostTests({ release, suite = 'index.cjs', part, fewer, grep }: HostRun): Promise<Results> {
  const profile = await makeProfile({ 'hydrogen.allowWithoutConfirmation': unasked });
  try {
    const results = path.join(profile.folder, 'results.json');
    const extension = await installExtension(release, path.join(profile.folder, 'tested'));
    const suiteFolder = path.join(extension, 'out', 'test', 'host', 'suite');
    await copyTests(suiteFolder);
    await symlink(path.join(root, 'node_modules'), path.join(extension, 'node_modules'), 'junction');
    const env = {
      HYDROGEN_RESULTS: results,
      HYDROGEN_ROOT: root,
      ...(part ? { HYDROGEN_PART: `${part.index}/${part.count}` } : {}),
      ...(fewer ? { HYDROGEN_FEWER: '1' } : {}),
      ...(grep ? { HYDROGEN_GREP: grep } : {}),
    };
    const places = { profile, extension, tests: path.join(suiteFolder, suite), env };
    const desktop = await usableDesktop(release);
    if (desktop) say(`Running in ${desktop}.`);
    const exitCode = desktop ? await runOnDesktop(desktop, places) : await runOnServer(release, places);
    return await judge(results, exitCode);
  } finally {
    await profile.remove();
  }
}

async function copyTests(folder: string): Promise<void> {
  const built = path.join(root, 'out', 'test', 'host', 'suite');
  await cp(built, folder, { recursive: true, filter: file => !file.endsWith('.cjs') || hasSource(file) });
}

async function runOnServer(release: Release, places: HostRunPlaces): Promise<number> {
  const server = await startServer(places.profile, { release, env: places.env, automation: true, unneeded });
  try {
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext()).newPage();
      await page.addInitScript(stopAnimations);
      await page.addInitScript(stopPainting);
      const remote = (file: string) => `vscode-remote://${server.authority}${file}`;
      const payload = [
        ['extensionDevelopmentPath', remote(places.extension)],
        ['extensionTestsPath', remote(places.tests)],
        ['skipWelcome', 'true'],
      ];
      const query = new URLSearchParams({ folder: places.profile.workspace, payload: JSON.stringify(payload) });
      return await exitCodeOf(page, `${server.address}&${query.toString()}`);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

/**
 * Opens the workbench and resolves with the exit code of the tests. The workbench calls two functions that the page
 * exposes: one for each log line, one at the end.
 */
async function exitCodeOf(page: Page, url: string): Promise<number> {
  const log: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
    const line = format(...args);
    log.push(`${type} ${line}`);
    timer?.refresh();
    if (line.startsWith(testLine)) process.stdout.write(`${line.slice(testLine.length)}\n`);
    else if (process.env.HYDROGEN_VERBOSE === '1') process.stdout.write(`${line}\n`);
  });
  const ended = new Promise<number>((resolve, reject) => {
    const fail = (why: string) => reject(new Error([why, 'The workbench said:', ...log.slice(-40)].join('\n')));
    timer = setTimeout(() => fail(`The tests said nothing for ${silence} s.`), silence * 1000);
    page.on('crash', () => fail('The page of the workbench crashed.'));
    void page.exposeFunction('codeAutomationExit', (code: number) => resolve(code)).then(() => page.goto(url), reject);
  });
  return ended.finally(() => clearTimeout(timer));
}
