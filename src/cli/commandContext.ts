import { terminalLine } from '../api/terminalLine';
import { t } from './language';
import { WrongInput } from './options';

/** The parts of the process that a command uses. */
export interface CommandContext {
  env: NodeJS.ProcessEnv;
  /** Reads all of standard input. */
  input(): Promise<string>;
  print(text: string): void;
  /** Shows a line of progress, which replaces the previous one; absent without a terminal. */
  progress?: (line: string) => void;
  /** Asks a question on the terminal; absent without a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
  color: boolean;
  signal: AbortSignal;
}

/** Prints lines without control characters, because lines can contain names from files and servers. */
export function printLines({ print }: Pick<CommandContext, 'print'>, lines: readonly string[]): void {
  print(lines.map(line => `${terminalLine(line)}\n`).join(''));
}

/**
 * Asks before something is sent, unless the option `--yes` is set.
 * @throws WrongInput if the user does not agree, and with the message `noTerminal` if nobody can be asked
 */
export async function confirm(
  { ask }: Pick<CommandContext, 'ask'>,
  yes: boolean,
  question: string,
  noTerminal: string,
): Promise<void> {
  if (yes) return;
  if (ask === undefined) throw new WrongInput(noTerminal);
  if (!/^y(es)?$/i.test((await ask(terminalLine(question))).trim())) throw new WrongInput(t('Nothing was sent.'));
}
