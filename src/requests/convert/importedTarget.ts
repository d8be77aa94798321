import { environmentWordFor, targetLines } from '../document/requestTarget';
import { applicationWord, ownPath, normalizedName, type ConfiguredApplication } from '../document/rules';

/** The applications and environments that an imported request can refer to. */
export interface ImportContext {
  all: readonly ConfiguredApplication[];
  /** The application for requests that do not say which application of their host they are for. */
  selected: ConfiguredApplication | undefined;
  /** Explains an unknown ID in one line. */
  explain: (unknown: UnknownTarget) => string;
}

/** An ID in a request that belongs to no known application or environment. */
export interface UnknownTarget {
  kind: 'application' | 'environment';
  id: string;
}

/** The target of an imported request, as a document expresses it. */
interface ImportedTarget {
  /** The hosts of this application are removed from the address. */
  application: ConfiguredApplication;
  /** Directives, and comments about unknown IDs. A directive with an unknown ID makes the sender refuse the request. */
  lines: string;
  unknown: readonly UnknownTarget[];
}

type Header = readonly [name: string, value: string];

/**
 * Reads the target from an address and from the headers that the extension sets itself, so that both can be left out.
 * @returns `undefined` if the host belongs to no application, or to several and the request does not say which
 */
export function importedTarget(
  url: string,
  headers: readonly Header[],
  { all, selected, explain }: ImportContext,
): ImportedTarget | undefined {
  const onHost = all.filter(application => ownPath(url, application) !== undefined);
  const [first, ...more] = onHost;
  if (first === undefined) return undefined;
  const current = onHost.find(one => one.clientId === selected?.clientId && one.authUrl === selected.authUrl);
  const clientId = valueOf(headers, 'x-hydrogen-client-id');
  const defaultApplication = current ?? (more.length === 0 ? first : undefined);
  const named = clientId === undefined ? defaultApplication : onHost.find(one => one.clientId === clientId);
  if (named === undefined && clientId === undefined) return undefined;
  const unknown: UnknownTarget[] = [];
  let lines = '';
  if (named === undefined) {
    unknown.push({ kind: 'application', id: clientId ?? '' });
    lines = `# @application ${applicationWord({ name: '', clientId: clientId ?? '' }, all)}\n`;
  } else if (named !== current || clientId !== undefined) {
    lines = targetLines(named, undefined, all);
  }
  const envId = valueOf(headers, 'x-hydrogen-env-id');
  if (envId !== undefined) {
    const isKnown = named?.environments.some(environment => environment.envId === envId) === true;
    if (!isKnown) unknown.push({ kind: 'environment', id: envId });
    lines += `# @environment ${environmentWordFor(envId, named?.environments ?? [])}\n`;
  }
  const comments = unknown.map(one => `# ${oneLine(explain(one))}\n`).join('');
  return { application: named ?? first, lines: comments + lines, unknown };
}

/** Returns the value of a header. Contradicting values are joined, so that the result is an unknown ID. */
function valueOf(headers: readonly Header[], headerName: string): string | undefined {
  const values = new Set(
    headers.filter(([name]) => normalizedName(name) === headerName).map(([, value]) => oneLine(value)),
  );
  return values.size === 0 ? undefined : [...values].join(', ') || '-';
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
