import { terminalLine } from '../api/terminalLine';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { version } from '../../package.json';
import { check } from './check';
import type { CommandContext } from './commandContext';
import { languageOf, useLanguage } from './language';
import { failureExitCode } from './exitCode';
import { runFunctions } from './functions';
import { describeError } from './messages';
import { readCheckOptions } from './checkOptions';
import { WrongInput } from './options';
import { runTable } from './table';
import { functionsUsage, tableUsage, usage, worldUsage } from './usage';
import { world } from './world';

/** Runs the program `hydrogen`. @returns the exit code */
async function main(written: readonly string[]): Promise<number> {
  const argv = written[0] === 'help' ? [...written.slice(1), '--help'] : written;
  const { env, stdout, stderr, stdin } = process;
  useLanguage(languageOf(argv, env));
  const controller = new AbortController();
  // The first signal starts the teardown; a second one ends the process at once.
  const cancel = () => (controller.signal.aborted ? process.exit(130) : controller.abort());
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  // The reader may close the pipe, as in `| head`. Teardowns and reports must still run.
  stdout.on('error', ignoreClosedPipe);
  stderr.on('error', ignoreClosedPipe);
  const isWatched = stderr.isTTY && stdout.isTTY;
  const clear = isWatched ? '\r\x1b[K' : '';
  try {
    const context: CommandContext = {
      env,
      input: () => text(stdin),
      print: written => void stdout.write(clear + written),
      ...(isWatched ? { progress: (line: string) => void stderr.write(clear + terminalLine(line).slice(0, 70)) } : {}),
      ...(stdin.isTTY && stderr.isTTY ? { ask: question => ask(question, controller.signal, cancel) } : {}),
      color: stdout.isTTY && (env.NO_COLOR ?? '') === '',
      signal: controller.signal,
    };
    const asksHelp = argv.includes('--help') || argv.includes('-h');
    if (argv[0] === 'world') {
      if (!asksHelp) return await world(argv.slice(1), context);
      stdout.write(worldUsage());
      return 0;
    }
    if (argv[0] === 'table') {
      if (!asksHelp) return await runTable(argv.slice(1), context);
      stdout.write(tableUsage());
      return 0;
    }
    if (argv[0] === 'functions') {
      if (!asksHelp) return await runFunctions(argv.slice(1), context);
      stdout.write(functionsUsage());
      return 0;
    }
    const options = readCheckOptions(argv);
    if (typeof options === 'string') {
      stdout.write(options === 'help' ? usage() : `${version}\n`);
      return 0;
    }
    return await check(options, context);
  } catch (error) {
    const isWrong = error instanceof WrongInput;
    stderr.write(`${clear}${terminalLine(isWrong ? error.message : describeError(error).text)}\n`);
    if (controller.signal.aborted) return 130;
    return isWrong ? 2 : failureExitCode(error);
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
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

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error;
}

// `process.exit()` would drop pending output.
void main(process.argv.slice(2)).then(code => (process.exitCode = code));
