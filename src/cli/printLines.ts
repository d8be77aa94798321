import { terminalLine } from '../api/terminalLine';
import type { CliEnvironment } from './check';

/** Prints lines without control characters, because lines can contain names from files and servers. */
export function printLines({ print }: Pick<CliEnvironment, 'print'>, lines: readonly string[]): void {
  print(lines.map(line => `${terminalLine(line)}\n`).join(''));
}
