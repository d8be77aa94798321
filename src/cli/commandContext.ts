import { terminalLine } from '../api/terminalLine';

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
