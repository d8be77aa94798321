import { platforms } from './otherPlatforms';
import { notTried, notWorking } from './notWorking';
import { builds, versions, type Build, type Version } from './sdkBuilds';

/** Whether each method works, by method, then by build. A build without the method has no entry. */
type Results = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

export const buildKey = (version: Version, build: Build): string => `${version} ${build}`;

/**
 * Generates the tables of docs/clients.md.
 * @param methods by method, then by build
 * @param requests by `platform: request`
 */
export function compatibilityTables(methods: Results, requests: ReadonlyMap<string, boolean>): string {
  const requestLines = platforms.map(({ name, requests: sent }) => {
    const results = sent.map(({ does }) => (requests.get(`${name}: ${does}`) === true ? does : `${does} (no)`));
    return `- ${name}: ${results.join(', ')}`;
  });
  return [
    '## The SDK',
    'A tick: works in every build that has the method. W or B: in the build for WeChat or for browsers alone. A cross: works in none of them. A dash: the method is in no build.',
    table([['method', ...versions], ...methodRows(methods)]),
    '## The builds for other platforms',
    requestLines.join('\n'),
    '## What does not work',
    reasons(notWorking),
    '## What is not tried',
    reasons(notTried),
  ].join('\n\n');
}

/** Returns the rows of methods. Equal rows of one class are merged. */
function methodRows(methods: Results): string[][] {
  const rows = new Map<string, { names: string[]; cells: string[] }>();
  for (const method of [...methods.keys()].sort()) {
    const cells = versions.map(version => cell(methods.get(method) ?? new Map<string, boolean>(), version));
    const key = `${classOf(method)} ${cells.join(' ')}`;
    const row = rows.get(key) ?? { names: [], cells };
    row.names.push(method);
    rows.set(key, row);
  }
  return [...rows.values()].flatMap(({ names, cells }) => parts(names).map(part => [shortened(part), ...cells]));
}

function cell(results: ReadonlyMap<string, boolean>, version: Version): string {
  const there = builds.filter(build => results.has(buildKey(version, build)));
  if (there.length === 0) return '–';
  const works = there.filter(build => results.get(buildKey(version, build)) === true);
  if (works.length === there.length) return '✓';
  return works.length === 0 ? '✗' : works.map(build => (build === 'WeChat' ? 'W' : 'B')).join(' ');
}

function classOf(method: string): string {
  return /^[^#.]+[#.]/.exec(method)?.[0] ?? '';
}

/** Splits names so that a row of the table stays narrow. */
function parts(names: readonly string[]): string[][] {
  const result: string[][] = [];
  for (const name of names) {
    const last = result.at(-1);
    if (last !== undefined && shortened([...last, name]).length <= 62) last.push(name);
    else result.push([name]);
  }
  return result;
}

/** Joins names and writes a common class once, as in `TableObject#find, get`. */
function shortened(names: readonly string[]): string {
  const prefix = classOf(names[0] ?? '');
  if (prefix === '' || !names.every(name => name.startsWith(prefix))) return names.join(', ');
  return `${prefix}${names.map(name => name.slice(prefix.length)).join(', ')}`;
}

function reasons(of: Record<string, string>): string {
  const names = new Map<string, string[]>();
  for (const [name, reason] of Object.entries(of)) names.set(reason, [...(names.get(reason) ?? []), name]);
  return [...names].map(([reason, group]) => `- ${shortened(group)}: ${reason}`).join('\n');
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
