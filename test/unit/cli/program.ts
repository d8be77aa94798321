import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before } from 'mocha';
import { runProgram } from '../../../src/cli/program';
import { root } from '../../host/launcher/root';

export interface Ran {
  code: number | null;
  out: string;
  errors: string;
}

const shop = { name: 'Shop', clientId: 'client-1', environments: [{ name: 'Staging', envId: 'env-1' }] };

/** Waits for a program to end. Returns its output and exit code. */
export async function ended(child: ChildProcess): Promise<Ran> {
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [out, errors] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
  return { code: (await closed)[0], out, errors };
}

/**
 * Provides the built program in an empty folder that the tests of a suite share.
 * @param command the command that `start` and `run` execute
 */
export function useProgram(command = 'check') {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-check-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const inFolder = (name: string) => path.join(folder, name);
  const write = async (name: string, content: string) => {
    await mkdir(path.dirname(inFolder(name)), { recursive: true });
    await writeFile(inFolder(name), content);
  };
  const startCommand = (args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
    spawn(process.execPath, [path.join(root, 'dist', 'cli.cjs'), ...args], {
      cwd: folder,
      // Most tests use a local server as the application.
      env: { PATH: process.env.PATH, HYDROGEN_ALLOW_HOSTS: '127.0.0.1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const callCommand = async (args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ran> => {
    const before = process.cwd();
    process.chdir(folder);
    let [out, errors] = ['', ''];
    try {
      const context = {
        env: { HYDROGEN_ALLOW_HOSTS: '127.0.0.1', ...env },
        input: () => Promise.resolve(input),
        print: (text: string) => void (out += text),
        color: false,
        signal: new AbortController().signal,
      };
      const code = await runProgram(args, context, text => void (errors += text));
      return { code, out, errors };
    } finally {
      process.chdir(before);
    }
  };
  const start = (args: readonly string[], env?: Record<string, string>) => startCommand([command, ...args], env);
  const runCommand = (args: readonly string[], env?: Record<string, string>, input = ''): Promise<Ran> => {
    const child = startCommand(args, env);
    child.stdin?.end(input);
    return ended(child);
  };
  return {
    path: inFolder,
    write,
    read: (name: string) => readFile(inFolder(name), 'utf8'),
    /** Writes `hydrogen.json` for an application with a Staging environment. */
    settings: (application: object, more: object = {}) =>
      write('hydrogen.json', JSON.stringify({ application: { ...shop, ...application }, ...more })),
    start,
    /** Starts any command. */
    startCommand,
    ended,
    /** Runs any command. */
    runCommand,
    /** Runs any command without a process of its own, which takes a tenth of the time. */
    callCommand,
    /** Runs the command of the suite without a process of its own. */
    call: (args: readonly string[], env?: Record<string, string>, input?: string) =>
      callCommand([command, ...args], env, input),
    /** Runs `check`, or the command of the suite. */
    run: (args: readonly string[], env?: Record<string, string>, input?: string) =>
      runCommand([command, ...args], env, input),
  };
}
