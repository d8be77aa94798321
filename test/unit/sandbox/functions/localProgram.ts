import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type {
  FunctionResult,
  LocalRun,
  LocalRunOptions,
  Sandbox,
  SandboxApplication,
} from '../../../../src/sandbox/sandbox';

/** The program that runs a function from a file. */
const program = path.resolve('dist/functionProgram.cjs');

interface LocalResult {
  run: FunctionResult;
  /** Standard output and errors of the process. */
  output: string;
}

/**
 * Runs a function with this code from its own file, and waits for the end of its process.
 * @param options `isEndless`: the code blocks its process, which is killed after the time limit, as the editor does
 */
export async function runLocally(
  sandbox: Sandbox,
  { clientId }: SandboxApplication,
  code: string,
  options: Partial<LocalRunOptions> & { node?: string; isEndless?: boolean } = {},
): Promise<LocalResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-function-'));
  try {
    const file = path.join(folder, 'index.js');
    await writeFile(file, code);
    const { node = process.execPath, isEndless = false, ...others } = options;
    const run = sandbox.startLocalRun({
      clientId,
      envId: undefined,
      name: 'local',
      file,
      data: {},
      source: 'sdk',
      debugging: false,
      ...others,
    });
    return await resultOf(run, node, isEndless);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function resultOf(run: LocalRun, node: string, isEndless: boolean): Promise<LocalResult> {
  const child = spawn(node, [program], { env: { ...process.env, HYDROGEN_RUN: JSON.stringify(run.address) } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void (output += part.toString()));
  const watchdog = isEndless ? setTimeout(() => child.kill('SIGKILL'), run.timeLimit + 2000) : undefined;
  await new Promise(resolve => child.once('close', resolve));
  clearTimeout(watchdog);
  run.fail('Error', 'The function ended without calling back.');
  return { run: await run.result, output };
}
