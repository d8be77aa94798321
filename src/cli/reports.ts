import { terminalLine } from '../api/terminalLine';
import type { RequestResult } from '../requests/checks/result';
import { t } from './language';
import { messages } from './messages';

/** Returns one line for each request, and one for each failed check. @param color adds the colors of a terminal */
export function resultLines(result: RequestResult, color: boolean): string[] {
  const { outcome, file, line } = result;
  const { sign, text } = messages.result(result);
  const painted = color ? `\x1b[${paints[outcome]}m${sign}\x1b[0m` : sign;
  return [
    `${painted} ${terminalLine(`${file}:${line + 1} ${text}`)}`,
    ...detailLines(result).map(reason => terminalLine(`    ${reason}`)),
  ];
}

const paints = { passed: 32, failed: 31, skipped: 33, cancelled: 33 } as const;

/** Returns the reasons of a result. The reasons of a failed request start with their position in the document. */
function detailLines(result: RequestResult): string[] {
  const { file, outcome } = result;
  return messages
    .reasons(result)
    .map(({ text, line }) => (outcome === 'failed' ? `${file}:${line + 1} ${text}` : text));
}

/** Returns a text like “2 passed, 1 failed; 3 of 4 checks passed”. */
export function summary(results: readonly RequestResult[]): string {
  const count = (outcome: RequestResult['outcome']) => results.filter(one => one.outcome === outcome).length;
  const [failed, skipped, cancelled] = [count('failed'), count('skipped'), count('cancelled')];
  const parts = [
    t('{0} passed', count('passed')),
    ...(failed > 0 ? [t('{0} failed', failed)] : []),
    ...(skipped > 0 ? [t('{0} skipped', skipped)] : []),
    ...(cancelled > 0 ? [t('{0} cancelled', cancelled)] : []),
  ];
  const checks = messages.count(results.flatMap(({ verdicts }) => verdicts));
  return `${parts.join(', ')}; ${checks}`;
}

/** Returns the results as JSON for programs. Line numbers start at 1; in version 1 of the format, they started at 0. */
export function jsonReport(results: readonly RequestResult[]): string {
  const counted = results.map(({ problem, verdicts, ...result }) => ({
    ...result,
    line: result.line + 1,
    problem: problem?.line === undefined ? problem : { ...problem, line: problem.line + 1 },
    verdicts: verdicts.map(verdict => ({ ...verdict, line: verdict.line + 1 })),
  }));
  return `${escaped(JSON.stringify({ version: 2, results: counted }, undefined, 2))}\n`;
}

/** Escapes characters in JSON that control a terminal or change the text direction. */
function escaped(json: string): string {
  return json.replace(
    /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Returns the name of each request in reports, unique in its file. Names contain no line numbers, so that CI can compare
 * reports of different versions of a file.
 */
function namesOf(results: readonly RequestResult[]): string[] {
  const keyOf = (file: string, name: string) => JSON.stringify([file, name]);
  const labels = new Set(results.map(({ file, label }) => keyOf(file, label)));
  const counts = new Map<string, number>();
  return results.map(({ file, label }) => {
    const key = keyOf(file, label);
    let count = (counts.get(key) ?? 0) + 1;
    // Another request may have this name.
    while (count > 1 && labels.has(keyOf(file, `${label} (${count})`))) count++;
    counts.set(key, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}

/** Returns a report in the Test Anything Protocol, version 13. */
export function tapReport(results: readonly RequestResult[]): string {
  const names = namesOf(results);
  const lines = results.flatMap((result, index) => {
    const { outcome, problem, file } = result;
    const name = terminalLine(`${file} ${names[index] ?? ''}`).replace(/[\\#]/g, '\\$&');
    const isLeftOut = outcome === 'skipped' || outcome === 'cancelled';
    const reason = problem === undefined ? outcome : terminalLine(messages.problem(problem));
    const directive = isLeftOut ? ` # SKIP ${reason}` : '';
    return [
      `${outcome === 'failed' ? 'not ok' : 'ok'} ${index + 1} - ${name}${directive}`,
      ...(isLeftOut ? [] : detailLines(result).map(line => `# ${terminalLine(line)}`)),
    ];
  });
  return `${['TAP version 13', `1..${results.length}`, ...lines].join('\n')}\n`;
}

/** Returns a report in the JUnit format for CI systems: one suite per file, one test case per request. */
export function junitReport(results: readonly RequestResult[]): string {
  const names = namesOf(results);
  const named = results.map((result, index) => ({ ...result, label: names[index] ?? result.label }));
  const files = [...new Set(results.map(({ file }) => file))];
  const suites = files.map(file =>
    suite(
      file,
      named.filter(one => one.file === file),
    ),
  );
  const attributes = totals(results);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes}>\n${suites.join('')}</testsuites>\n`;
}

function suite(file: string, results: readonly RequestResult[]): string {
  return `  <testsuite name="${xml(file)}"${totals(results)}>\n${results.map(testCase).join('')}  </testsuite>\n`;
}

function testCase(result: RequestResult): string {
  const { file, label, line, outcome, problem, milliseconds, verdicts } = result;
  const failedAt = problem?.line ?? verdicts.find(({ passed }) => !passed)?.line ?? line;
  const attributes = `classname="${xml(file)}" name="${xml(label)}" file="${xml(file)}" line="${failedAt + 1}"`;
  const head = `    <testcase ${attributes} time="${seconds(milliseconds)}"`;
  if (outcome === 'passed') return `${head}/>\n`;
  const reasons = messages.reasons(result).map(({ text }) => terminalLine(text));
  if (outcome !== 'failed')
    return `${head}>\n      <skipped message="${xml(reasons.join(' ') || outcome)}"/>\n    </testcase>\n`;
  // In JUnit, a request with a response is a failure. A request that could not be sent is an error.
  const element = problem?.code === 'error' || problem?.code === 'cycle' ? 'error' : 'failure';
  const message = xml(reasons[0] ?? '');
  const text = detailLines(result).map(terminalLine).join('\n');
  return `${head}>\n      <${element} message="${message}">${xml(text)}</${element}>\n    </testcase>\n`;
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

/** Escapes a text for XML, and replaces the characters that XML cannot contain. */
function xml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
  return text
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replace(/[&<>"\n]/g, sign => names[sign] ?? sign);
}
