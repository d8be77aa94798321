import { terminalLine } from '../api/terminalLine';
import { text } from 'node:stream/consumers';
import { version } from '../../package.json';
import { check } from './check';
import { describeError } from './messages';
import { readOptions, usage, WrongInput } from './options';

/** The program `hydrogen`; what it needs of VS Code is nothing. */
async function main(argv: readonly string[]): Promise<number> {
  const { env, stdout, stderr, stdin } = process;
  const controller = new AbortController();
  // The teardown runs; a second time ends at once.
  const cancel = () => (controller.signal.aborted ? process.exit(130) : controller.abort());
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  // Whoever reads may have enough of it (`| head`): the teardown and the reports are still to come.
  stdout.on('error', ignoreClosedPipe);
  stderr.on('error', ignoreClosedPipe);
  const isWatched = stderr.isTTY && stdout.isTTY;
  const clear = isWatched ? '\r\x1b[K' : '';
  try {
    const options = readOptions(argv);
    if (typeof options === 'string') {
      stdout.write(options === 'help' ? usage : `${version}\n`);
      return 0;
    }
    return await check(options, {
      env,
      input: () => text(stdin),
      print: written => void stdout.write(clear + written),
      ...(isWatched ? { progress: (line: string) => void stderr.write(clear + terminalLine(line).slice(0, 70)) } : {}),
      color: stdout.isTTY && (env.NO_COLOR ?? '') === '',
      signal: controller.signal,
    });
  } catch (error) {
    stderr.write(`${clear}${terminalLine(error instanceof WrongInput ? error.message : describeError(error).text)}\n`);
    return 2;
  } finally {
    process.off('SIGINT', cancel).off('SIGTERM', cancel);
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error;
}

// Not exit(): what is written has to arrive first.
void main(process.argv.slice(2)).then(code => (process.exitCode = code));
