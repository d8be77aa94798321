import { longestWorld, WorldError } from '../world/world';
import { loadWorld } from '../world/worldFile';
import { hasEnded } from '../files/processes';
import { terminalLine } from '../api/terminalLine';
import type { Sandbox } from './options';
import { startSandbox } from './sandbox';
import { readCommandLine, usage, type CommandLine } from './commandLine';

/**
 * Runs the sandbox as a program. Exit codes: 1 when it cannot start, 2 for wrong options, 0 after SIGINT or SIGTERM, or when
 * the owning process has ended.
 */
async function runFromCommandLine(argv: string[]): Promise<void> {
  const options = readCommandLine(argv);
  if (typeof options === 'string') {
    const isHelp = options === 'help';
    (isHelp ? process.stdout : process.stderr).write(isHelp ? usage : `${options}\n\n${usage}`);
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  let sandbox: Sandbox;
  try {
    const worlds = options.world === undefined ? [] : [await loadWorld(options.world)];
    sandbox = await startSandbox({ ...options.sandbox, worlds });
  } catch (error) {
    process.stderr.write(`${terminalLine(explain(error, options))}\n`);
    process.exitCode = 1;
    return;
  }
  for (const fault of options.faults) sandbox.fail(fault);
  let stopWatching: () => void = () => undefined;
  const stop = (): void => {
    stopWatching();
    void sandbox.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  stopWatching = endWithOwner(options, stop);
  sandbox.onRequest(({ note }) => {
    if (note !== undefined) process.stderr.write(`${note.split('\n').map(terminalLine).join('\n')}\n`);
  });
  const { applications, controlToken, runsFunctions } = sandbox;
  const description = { ...applications[0], applications, controlToken, ...(runsFunctions ? { runsFunctions } : {}) };
  process.stdout.write(`${JSON.stringify(description)}\n`);
}

/**
 * Calls `stop` when the owning process has ended, or when standard input ends. Returns a function that stops watching.
 */
function endWithOwner({ ownerPid, endsWithStdin }: CommandLine, stop: () => void): () => void {
  if (endsWithStdin) process.stdin.on('end', stop).on('error', stop).resume();
  const timer = ownerPid === undefined ? undefined : setInterval(() => hasEnded(ownerPid) && stop(), 500);
  return () => {
    clearInterval(timer);
    if (endsWithStdin) process.stdin.destroy();
  };
}

function explain(error: unknown, { sandbox: { port = 0, data = '' }, world = '' }: CommandLine): string {
  if (error instanceof WorldError && error.code === 'tooLarge')
    return `${world} is larger than ${longestWorld / 1e6} MB. Read fewer records into it.`;
  if (error instanceof WorldError) return `${world} is not a valid world file: ${error.message}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or leave it out for a free one.`;
  if (code === 'EACCES' && port > 0 && port < 1024) return `Port ${port} needs more rights. Choose one above 1023.`;
  if (code === 'DATA_IN_USE') return `The data file ${data} is used by another sandbox. Choose another with --data.`;
  if (code === 'DATA_IS_LINK')
    return `The data file ${data} is a symbolic link, or one beside it is. Name the file itself.`;
  if (code === 'DATA_UNREADABLE') return `The data file ${data} was not written by a sandbox. It was left as it is.`;
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`;
}

await runFromCommandLine(process.argv.slice(2));
