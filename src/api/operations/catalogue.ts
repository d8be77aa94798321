import { percentDecoded } from '../percentDecoded';
import { authorization } from './authorization';
import { contentLibrary } from './contentLibrary';
import { database } from './database';
import { file } from './file';
import { media } from './media';
import { miniProgram } from './miniProgram';
import { openContentLibrary } from './openContentLibrary';
import { openDatabase } from './openDatabase';
import { openFile } from './openFile';
import { openServices } from './openServices';
import { openUser } from './openUser';
import type { Category, Operation, OperationMethod, Risk } from './operation';
import { platformLogin } from './platformLogin';
import { services } from './services';
import { user } from './user';

export type {
  Authorization,
  Category,
  Family,
  Field,
  FieldType,
  Operation,
  OperationMethod,
  ResponseShape,
  Risk,
} from './operation';

/**
 * Every documented operation of the Web API and the Open API: from the specification, the service's public references (the
 * current one and, marked as deprecated or as another version, its older forms) and its SDKs.
 */
export const operations: readonly Operation[] = [
  ...user,
  ...platformLogin,
  ...database,
  ...contentLibrary,
  ...file,
  ...media,
  ...services,
  ...miniProgram,
  ...openUser,
  ...openDatabase,
  ...openContentLibrary,
  ...openFile,
  ...openServices,
  ...authorization,
];

export type OperationMatch =
  | {
      kind: 'found';
      operation: Operation;
      /** The template of the path, in the matched version. */
      template: string;
      /** Values of the `:name` segments, decoded. */
      parameters: Record<string, string>;
    }
  /** A similar operation exists with another ending, version or method; `path` is the correct path. */
  | { kind: 'missingSlash' | 'otherVersion'; operation: Operation; path: string }
  | { kind: 'wrongMethod'; operation: Operation; methods: readonly OperationMethod[] }
  | { kind: 'unknown' };

/**
 * Finds the operation of a request line.
 * @param path without query; may contain IDs and `{{variables}}`, which match any segment
 * @param body fields of the body, if known; distinguishes operations that share a path
 */
export function findOperation(method: string, path: string, body: Record<string, unknown> = {}): OperationMatch {
  const upper = method.toUpperCase();
  const matches = matching(path);
  const same = matches.filter(({ operation }) => operation.method === upper);
  const best = same.find(({ operation: { when } }) => when && body[when.field] === when.value) ?? riskiest(same);
  if (best !== undefined) return { kind: 'found', ...best, parameters: parametersOf(best.template, path) };
  const other = riskiest(matches);
  if (other !== undefined) {
    return {
      kind: 'wrongMethod',
      operation: other.operation,
      methods: [...new Set(matches.map(({ operation }) => operation.method))],
    };
  }
  const slashed = path.endsWith('/') ? [] : matching(`${path}/`);
  const nearest = riskiestOf(slashed, upper);
  if (nearest !== undefined) return { kind: 'missingSlash', operation: nearest.operation, path: `${path}/` };
  return inOtherVersion(upper, path.endsWith('/') ? path : `${path}/`);
}

/** The fields of a body that distinguish operations with the same path. */
export const decisiveFields: ReadonlySet<string> = new Set(operations.flatMap(({ when }) => when?.field ?? []));

export function operationsOf(category: Category): Operation[] {
  return operations.filter(operation => operation.category === category);
}

export function operationById(id: string): Operation | undefined {
  return operations.find(operation => operation.id === id);
}

interface OperationCandidate {
  operation: Operation;
  template: string;
  /** The template's segments, split once because every request and every line of a document needs them. */
  segments: readonly string[];
}

const versionPattern = /^v\d+(\.\d+)?$/;

// Templates by number of segments, and by number of segments, family and version. Every template contains the last two,
// so most lines of a long document are compared with few templates.
const byLength = new Map<number, OperationCandidate[]>();
const byStart = new Map<string, OperationCandidate[]>();
for (const operation of operations) {
  for (const template of [operation.path, ...operation.otherPaths]) {
    const segments = template.split('/');
    const candidate = { operation, template, segments };
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), candidate]);
    byStart.set(startOf(segments), [...(byStart.get(startOf(segments)) ?? []), candidate]);
  }
}

function startOf(segments: readonly string[]): string {
  return `${segments.length}/${segments[1]}/${segments[2]}`;
}

/** Returns the candidates with the most literal segments. */
function matching(path: string, anyVersion = false): OperationCandidate[] {
  const segments = path.split('/');
  let best = -1;
  let bestMatches: OperationCandidate[] = [];
  const isOpen = anyVersion || `${segments[1]}${segments[2]}`.includes('{{');
  const candidates = isOpen ? byLength.get(segments.length) : byStart.get(startOf(segments));
  for (const candidate of candidates ?? []) {
    const score = likeness(candidate.segments, segments, anyVersion);
    if (score > best) bestMatches = [];
    if (score >= best && score >= 0) bestMatches.push(candidate);
    best = Math.max(best, score);
  }
  return bestMatches;
}

/** Counts the literally equal segments; -1 if the path does not match the template. */
function likeness(template: readonly string[], segments: readonly string[], anyVersion: boolean): number {
  let same = 0;
  for (let index = 0; index < template.length; index++) {
    const part = template[index] ?? '';
    const segment = segments[index] ?? '';
    if (part === segment) same++;
    else if (part === '' || segment === '') return -1;
    else if (part.startsWith(':') || segment.includes('{{')) continue;
    else if (!(anyVersion && versionPattern.test(part) && versionPattern.test(segment))) return -1;
  }
  return same;
}

/** The risks, most harmless first. */
export const risks: readonly Risk[] = [
  'reads',
  'opensSession',
  'writes',
  'runsCode',
  'spendsMoney',
  'endsTokens',
  'changesAll',
];

/** Returns the riskiest candidate, because the guard must assume the worst if the body is unknown. */
function riskiest(candidates: readonly OperationCandidate[]): OperationCandidate | undefined {
  return [...candidates].sort((a, b) => risks.indexOf(b.operation.risk) - risks.indexOf(a.operation.risk))[0];
}

/** Returns the riskiest candidate with this method, or the riskiest of all if no candidate has it. */
function riskiestOf(candidates: readonly OperationCandidate[], method: string): OperationCandidate | undefined {
  return riskiest(candidates.filter(({ operation }) => operation.method === method)) ?? riskiest(candidates);
}

function inOtherVersion(method: string, path: string): OperationMatch {
  const candidates = matching(path, true);
  const { operation } = riskiestOf(candidates, method) ?? {};
  if (operation === undefined) return { kind: 'unknown' };
  const version = operation.path.split('/').find(segment => versionPattern.test(segment)) ?? '';
  const written = path.split('/').map(segment => (versionPattern.test(segment) ? version : segment));
  return { kind: 'otherVersion', operation, path: written.join('/') };
}

function parametersOf(template: string, path: string): Record<string, string> {
  const segments = path.split('/');
  const pairs = template.split('/').map((part, index) => [part, segments[index] ?? ''] as const);
  return Object.fromEntries(
    pairs.filter(([part]) => part.startsWith(':')).map(([part, value]) => [part.slice(1), percentDecoded(value)]),
  );
}
