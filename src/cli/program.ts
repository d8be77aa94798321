import { terminalLine } from '../api/terminalLine';
import { version } from '../../package.json';
import { check } from './check';
import { readCheckOptions } from './checkOptions';
import type { CommandContext } from './commandContext';
import { failureExitCode } from './exitCode';
import { runFunctions } from './functions';
import { languageOf, useLanguage } from './language';
import { describeError } from './messages';
import { WrongInput } from './options';
import { runTable } from './table';
import { functionsUsage, tableUsage, usage, worldUsage } from './usage';
import { world } from './world';

const commands = {
  world: { run: world, usage: worldUsage },
  table: { run: runTable, usage: tableUsage },
  functions: { run: runFunctions, usage: functionsUsage },
};

/**
 * Runs a command of `hydrogen`.
 * @param printError shows why the command could not do its work
 * @returns the exit code
 */
export async function runProgram(
  args: readonly string[],
  context: CommandContext,
  printError: (text: string) => void,
): Promise<number> {
  const withCommand = withCommandFirst(args);
  // `hydrogen help world` prints the same as `hydrogen world --help`.
  const argv = withCommand[0] === 'help' ? withCommandFirst([...withCommand.slice(1), '--help']) : withCommand;
  useLanguage(languageOf(argv, context.env));
  try {
    const [name = '', ...rest] = argv;
    if (Object.hasOwn(commands, name)) {
      const command = commands[name as keyof typeof commands];
      if (!argv.includes('--help') && !argv.includes('-h')) return await command.run(rest, context);
      context.print(command.usage());
      return 0;
    }
    const options = readCheckOptions(argv);
    if (typeof options !== 'string')
      return await check(options, context, line => printError(`${terminalLine(line)}\n`));
    context.print(options === 'help' ? usage() : `${version}\n`);
    return 0;
  } catch (error) {
    const isWrong = error instanceof WrongInput;
    printError(`${terminalLine(isWrong ? error.message : describeError(error).text)}\n`);
    if (context.signal.aborted) return 130;
    return isWrong ? 2 : failureExitCode(error);
  }
}

/** Moves `--lang` behind the command, as all commands have this option. */
function withCommandFirst(args: readonly string[]): string[] {
  const [first = ''] = args;
  const count = first === '--lang' ? 2 : first.startsWith('--lang=') ? 1 : 0;
  return [...args.slice(count, count + 1), ...args.slice(0, count), ...args.slice(count + 1)];
}
