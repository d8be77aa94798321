import type { RequestResult } from '../requests/checks/run';
import { plain, problemText, verdictText } from './messages';

/** One line for each request, and one for each check that failed. @param color of a terminal */
export function resultLines(result: RequestResult, color: boolean): string[] {
  const { outcome, problem, verdicts, milliseconds, attempts } = result;
  const [sign, paint] = signs[outcome];
  const painted = color ? `\x1b[${paint}m${sign}\x1b[0m` : sign;
  const time =
    attempts === 0 ? '' : ` (${Math.round(milliseconds)} ms${attempts > 1 ? `, sent ${attempts} times` : ''})`;
  const failed = verdicts.filter(({ passed }) => !passed).map(one => `    ${one.title}: ${verdictText(one)}`);
  const why = problem === undefined ? [] : [`    ${problemText(problem)}`];
  return [`${painted} ${plain(`${nameOf(result)}${time}`)}`, ...[...why, ...failed].map(plain)];
}

const signs = { passed: ['✓', 32], failed: ['✗', 31], skipped: ['-', 33], cancelled: ['-', 33] } as const;

export function nameOf({ file, line, label }: RequestResult): string {
  return `${file}:${line + 1} ${label}`;
}

export function summary(results: readonly RequestResult[]): string {
  const count = (outcome: RequestResult['outcome']) => results.filter(one => one.outcome === outcome).length;
  const parts = (['passed', 'failed', 'skipped', 'cancelled'] as const).map(
    outcome => [count(outcome), outcome] as const,
  );
  const checks = results.flatMap(({ verdicts }) => verdicts);
  const shown = parts.filter(([number, outcome]) => number > 0 || outcome === 'passed').map(part => part.join(' '));
  return `${shown.join(', ')}; ${checks.filter(({ passed }) => passed).length} of ${checks.length} checks passed`;
}

/** Results as JSON for programs. */
export function jsonReport(results: readonly RequestResult[]): string {
  return `${JSON.stringify({ version: 1, results }, undefined, 2)}\n`;
}

/** Test Anything Protocol, version 13. */
export function tapReport(results: readonly RequestResult[]): string {
  const lines = results.flatMap((result, index) => {
    const { outcome, problem } = result;
    const name = plain(nameOf(result)).replace(/[\\#]/g, '\\$&');
    const isLeftOut = outcome === 'skipped' || outcome === 'cancelled';
    const why = problem === undefined ? outcome : plain(problemText(problem));
    const directive = isLeftOut ? ` # SKIP ${why}` : '';
    const [, ...details] = resultLines(result, false);
    return [
      `${outcome === 'failed' ? 'not ok' : 'ok'} ${index + 1} - ${name}${directive}`,
      ...(isLeftOut ? [] : details.map(line => `# ${line.trim()}`)),
    ];
  });
  return `${['TAP version 13', `1..${results.length}`, ...lines].join('\n')}\n`;
}

/** The format that CI systems take from JUnit: a suite for each file, a case for each request. */
export function junitReport(results: readonly RequestResult[]): string {
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map(file =>
    suite(
      file,
      results.filter(one => one.file === file),
    ),
  );
  const attributes = totals(results);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes}>\n${suites.join('')}</testsuites>\n`;
}

function suite(file: string, results: readonly RequestResult[]): string {
  return `  <testsuite name="${xml(file)}"${totals(results)}>\n${results.map(testCase).join('')}  </testsuite>\n`;
}

function testCase(result: RequestResult): string {
  const { file, label, line, outcome, problem, milliseconds } = result;
  const head = `    <testcase classname="${xml(file)}" name="${xml(`${label} (line ${line + 1})`)}" time="${seconds(milliseconds)}"`;
  if (outcome === 'passed') return `${head}/>\n`;
  const [, ...details] = resultLines(result, false);
  const text = details.map(one => one.trim());
  if (outcome !== 'failed')
    return `${head}>\n      <skipped message="${xml(text.join(' ') || outcome)}"/>\n    </testcase>\n`;
  // What was sent and judged failed; what could not be sent is an error.
  const element = problem?.code === 'error' || problem?.code === 'cycle' ? 'error' : 'failure';
  const message = xml(text[0] ?? '');
  return `${head}>\n      <${element} message="${message}">${xml(text.join('\n'))}</${element}>\n    </testcase>\n`;
}

function totals(results: readonly RequestResult[]): string {
  const isError = ({ problem }: RequestResult) => problem?.code === 'error' || problem?.code === 'cycle';
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const errors = failed.filter(isError).length;
  const skipped = results.filter(({ outcome }) => outcome === 'skipped' || outcome === 'cancelled').length;
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return ` tests="${results.length}" failures="${failed.length - errors}" errors="${errors}" skipped="${skipped}" time="${time}"`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Without the characters that XML has no place for. */
function xml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
  return text
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"\n]/g, sign => names[sign] ?? sign);
}
