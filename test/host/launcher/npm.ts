import { spawn } from 'node:child_process';

/** Runs npm in a folder and returns its stdout. It uses the registry that the user has configured. */
export function npm(args: string[], folder: string): Promise<string> {
  const script = process.env.npm_execpath;
  const [command, first] = script && /\.[cm]?js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args, ...quiet], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', code => {
      if (code === 0) resolve(output);
      else reject(new Error(`npm ${args.join(' ')} ended with ${code}\n${errors}`));
    });
  });
}
