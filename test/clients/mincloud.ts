import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Sandbox, SandboxApplication } from '../../src/sandbox/sandbox';
import { clientsFolder } from './installed';

export interface Ran {
  code: number | null;
  text: string;
}

/** Surroundings of the service's command line tool. It keeps its login in `home` and works in `home/work`. */
interface Place {
  home: string;
  sandbox: Sandbox;
  application: SandboxApplication;
}

/** Runs one command of the tool. Prints the command and its output like a terminal. */
export async function mincloud({ home, sandbox, application }: Place, args: readonly string[]): Promise<Ran> {
  const program = path.join(await clientsFolder(), 'node_modules', 'mincloud', 'bin', 'faas-cli.js');
  const child = spawn(process.execPath, ['--no-deprecation', program, ...args], {
    cwd: path.join(home, 'work'),
    env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, mincloud_base_url: `${sandbox.origin}/` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const shown = args.map(arg => (arg === application.clientSecret ? '•••' : arg)).join(' ');
  const lines = text.trimEnd().slice(0, 2000).split('\n').slice(0, 8);
  console.log([`      $ mincloud ${shown}`, ...lines.map(line => `        ${line}`)].join('\n'));
  return { code, text };
}
