import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { terminalLine } from '../api/terminalLine';
import type { CommandContext } from './commandContext';
import { t } from './language';
import { WrongInput } from './options';
import { runProgram } from './program';

/** Runs the program `hydrogen` in this process. @returns the exit code */
async function main(argv: readonly string[]): Promise<number> {
  const { env, stdout, stderr, stdin } = process;
  const controller = new AbortController();
  // The first signal starts the teardown; a second one ends the process at once.
  const cancel = () => (controller.signal.aborted ? process.exit(130) : controller.abort());
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  stdout.on('error', reportLostOutput);
  // Nothing can be reported when the error output itself is lost.
  stderr.on('error', () => undefined);
  const isWatched = stderr.isTTY && stdout.isTTY;
  const clear = isWatched ? '\r\x1b[K' : '';
  const context: CommandContext = {
    env,
    input: () => readInput(controller.signal),
    print(written) {
      stdout.write(clear + written.slice(0, -1));
      // On a disk that becomes full, Node reports a short write to a file only with the next write.
      stdout.write(written.slice(-1));
    },
    ...(isWatched ? { progress: (line: string) => void stderr.write(clear + terminalLine(line).slice(0, 70)) } : {}),
    ...(stdin.isTTY && stderr.isTTY ? { ask: question => ask(question, controller.signal, cancel) } : {}),
    color: stdout.isTTY && (env.NO_COLOR ?? '') === '',
    signal: controller.signal,
  };
  try {
    return await runProgram(argv, context, written => void stderr.write(clear + written));
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
  }
}

/** Reads all of standard input. @throws WrongInput after a cancellation, which an open input must not delay */
async function readInput(signal: AbortSignal): Promise<string> {
  try {
    return await text(addAbortSignal(signal, process.stdin));
  } catch (error) {
    throw signal.aborted ? new WrongInput(t('Cancelled.')) : error;
  }
}

/** Asks a question on the terminal. Ctrl+C cancels the command; it gives an empty answer, like Ctrl+D. */
async function ask(question: string, signal: AbortSignal, cancel: () => void): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on('SIGINT', cancel);
  // Node never answers the question of a closed terminal, and the process would end with 0.
  const closed = once(terminal, 'close').then(() => '');
  try {
    return await Promise.race([terminal.question(question, { signal }), closed]);
  } catch {
    return '';
  } finally {
    terminal.close();
  }
}

/**
 * Reports output that could not be written, and lets the process end with 2. The command continues, because teardowns
 * and reports must still run. The reader of a pipe may close it, as in `| head`.
 */
function reportLostOutput({ code = '' }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE' || code === 'EOF' || process.exitCode !== undefined) return;
  process.exitCode = 2;
  process.stderr.write(`${t('The output could not be written completely ({0}).', code)}\n`);
}

// `process.exit()` would drop pending output.
void main(process.argv.slice(2)).then(code => (process.exitCode ??= code));
