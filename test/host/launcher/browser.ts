import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { chineseFontFolder, chromiumFolder, fontConfiguration } from './packages';
import { say } from './root';

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'];

const usualPlaces = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    name => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA].flatMap(base =>
    base
      ? [
          path.join(base, 'Google/Chrome/Application/chrome.exe'),
          path.join(base, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : [],
  ),
};

/** Disables the background traffic of the browser itself, which would only wait for a network. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--no-sandbox',
];

const canUsePackaged = process.platform === 'linux' && process.arch === 'x64';

/** Opens a headless browser: an installed one, else the packaged one, which has no Chinese font. */
export async function launchBrowser({ chinese = false } = {}): Promise<Browser> {
  for (const executablePath of installedBrowsers()) {
    try {
      return await launch({ executablePath, args });
    } catch (error) {
      say(`${executablePath} cannot be used: ${String(error).split('\n')[0]}`);
    }
  }
  if (!canUsePackaged) {
    throw new Error('No browser was found. Install Chrome, Chromium or Edge, or name one in HYDROGEN_BROWSER.');
  }
  const folder = await chromiumFolder();
  const fonts = await fontConfiguration([path.join(folder, 'fonts'), ...(chinese ? [await chineseFontFolder()] : [])]);
  const libraries = [path.join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(path.delimiter);
  return launch({
    executablePath: path.join(folder, 'chromium'),
    args: [...args, '--headless=shell', '--no-zygote'],
    env: { ...definedEnvironment(), LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts },
  });
}

/**
 * Runs inside the page and switches animations off. Without a graphics card they would cost processor time that
 * concurrent tests need.
 */
export const stopAnimations = addStyle(
  '*, ::before, ::after { animation: none !important; transition: none !important; }',
);

/** Marks a page that is painted in spite of `stopPainting`. */
export const paintedMark = 'data-painted';

/** Runs inside the page and makes the workbench transparent, because painting takes a sixth of the time of the host tests. */
export const stopPainting = addStyle(`html:not([${paintedMark}]) .monaco-workbench { opacity: 0 !important; }`);

/** Returns a script that adds a style to the page. */
function addStyle(css: string): string {
  return `addEventListener('DOMContentLoaded', () => {
    const style = document.createElement('style');
    style.textContent = ${JSON.stringify(css)};
    document.head.append(style);
  })`;
}

/** Downloads the packaged browser if no other is installed. */
export async function fetchBrowser(): Promise<void> {
  if (installedBrowsers().length === 0 && canUsePackaged) await chromiumFolder();
}

/** processes.ts handles these signals. */
const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

function launch(options: LaunchOptions): Promise<Browser> {
  return chromium.launch({ headless: true, timeout: 120_000, ...signals, ...options });
}

function installedBrowsers(): string[] {
  if (process.env.HYDROGEN_BROWSER) return [process.env.HYDROGEN_BROWSER];
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath =
    process.platform === 'win32' ? [] : names.flatMap(name => folders.map(folder => path.join(folder, name)));
  const usual = usualPlaces[process.platform as keyof typeof usualPlaces] ?? [];
  return [...onPath, ...usual].filter(file => existsSync(file));
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
