import { parseArgs } from 'node:util';
import type { Sandbox, SandboxOptions } from './sandbox';

const usage = `Usage: npm run sandbox -- [--port N]

  --port N   port on 127.0.0.1, 0 to 65535 (0 or none: a free one)
  --help     this text

Prints one line of JSON: addresses, credentials, environments, content groups and users. Ctrl+C ends it.
`;

/**
 * The sandbox as a program. Exit codes: 1 when it cannot listen, 2 for wrong options, 0 after SIGINT or SIGTERM.
 * `start` is passed in because the module that has it imports this one.
 */
export async function runFromCommandLine(
  start: (options: SandboxOptions) => Promise<Sandbox>,
  argv: string[],
): Promise<void> {
  const options = readOptions(argv);
  if (typeof options === 'string') {
    const asked = options === 'help';
    (asked ? process.stdout : process.stderr).write(asked ? usage : `${options}\n\n${usage}`);
    process.exitCode = asked ? 0 : 2;
    return;
  }
  let sandbox: Sandbox;
  try {
    sandbox = await start(options);
  } catch (error) {
    process.stderr.write(`${explain(error, options.port)}\n`);
    process.exitCode = 1;
    return;
  }
  const stop = (): void => void sandbox.close();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const { applications } = sandbox;
  process.stdout.write(`${JSON.stringify({ ...applications[0], applications })}\n`);
}

/** The options, `help`, or a sentence that says what is wrong with them. */
function readOptions(argv: string[]): { port: number } | string {
  try {
    const { values } = parseArgs({
      args: argv,
      options: { port: { type: 'string' }, help: { type: 'boolean' } },
      strict: true,
    });
    if (values.help) return 'help';
    const port = values.port ?? '0';
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      return `--port must be a number from 0 to 65535, not ${port}.`;
    return { port: Number(port) };
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

function explain(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or leave it out for a free one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights. Choose one above 1023.`;
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}
