import { findEnvironment } from '../../api/environmentNames';
import { hasSnapshot, sameAs } from '../document/checkLine';
import type { RequestDocument, RequestNode } from '../document/syntax';
import type { ExecutedRequest } from '../sending/executeRequest';
import type { ResolvedRequest } from '../sending/resolvedRequest';
import { checkInputOf, type CheckInput, type ComparedResponse } from './evaluate';
import type { SnapshotStore } from './snapshotStore';
import { hasPassed, type Verdict } from './verdict';

/** The services that checks need besides the response. */
export interface CheckServices {
  evaluate(checked: CheckInput): Verdict[] | Promise<Verdict[]>;
  /** The snapshots of the document; `undefined` for a document without a file. */
  snapshots: SnapshotStore | undefined;
  /**
   * Sends a request that names another environment, with the variables of that environment and the same guard. Never
   * rejects.
   */
  sendInEnvironment(request: RequestNode): Promise<ExecutedRequest>;
  /** Returns the message of an error, without credentials. */
  describe(error: unknown): { text: string };
}

/** Evaluates the checks of a request that has a response, and writes its snapshot when needed. */
export async function checkResponse(
  executed: ExecutedRequest,
  document: RequestDocument,
  services: CheckServices,
): Promise<Verdict[]> {
  const { request, resolved, result } = executed;
  if (resolved === undefined || result === undefined || resolved.checks.length === 0) return [];
  const others: [string, ComparedResponse][] = [];
  for (const name of new Set(request.checks.flatMap(check => sameAs(check)?.text ?? []))) {
    if (!wasSentTo(name, resolved)) others.push([name, await responseIn(name, request, resolved, services)]);
  }
  const { snapshots } = services;
  const environment = snapshots?.environmentOf(resolved);
  const snapshot = hasSnapshot(request) ? await snapshotOf(request, document, resolved, snapshots) : undefined;
  const evaluated = await services.evaluate(
    checkInputOf(resolved, result, { snapshot, otherResponses: Object.fromEntries(others) }),
  );
  const verdicts = evaluated.map(verdict => ({ ...verdict, environment }));
  const isSnapshot = ({ title }: Verdict) => title === 'snapshot';
  // Do not store a wrong response as a snapshot.
  const isStorable = hasPassed(
    result,
    verdicts.filter(verdict => !isSnapshot(verdict)),
  );
  if (snapshots === undefined || !isStorable) return verdicts;
  return Promise.all(verdicts.map(verdict => withStoredSnapshot(verdict, request, snapshots)));
}

async function snapshotOf(
  request: RequestNode,
  document: RequestDocument,
  resolved: ResolvedRequest,
  snapshots: SnapshotStore | undefined,
): Promise<ComparedResponse | undefined> {
  if (snapshots === undefined) return { kind: 'failure', failure: 'noSnapshotFile' };
  return snapshots.of(request, document, snapshots.environmentOf(resolved));
}

/** Writes the snapshot if it is missing or must be replaced. */
async function withStoredSnapshot(verdict: Verdict, request: RequestNode, snapshots: SnapshotStore): Promise<Verdict> {
  const { failure, actual } = verdict;
  const isWanted = failure === 'noSnapshot' || (failure === 'otherSnapshot' && snapshots.mode === 'update');
  if (!isWanted || actual === undefined) return verdict;
  const noDetails = { detail: undefined, expected: undefined, actual: undefined };
  try {
    await snapshots.keep(request, actual, verdict.environment ?? '');
    return { ...verdict, ...noDetails, passed: true, failure: undefined };
  } catch {
    return { ...verdict, ...noDetails, failure: 'badSnapshots' };
  }
}

/** Whether the request was sent to the environment with this name or Env ID. An ambiguous name matches none. */
function wasSentTo(name: string, { environment, environments }: ResolvedRequest): boolean {
  if (environment === undefined) return false;
  const match = findEnvironment(environments, name);
  return match.kind === 'found' && match.environment?.envId === environment.envId;
}

async function responseIn(
  name: string,
  request: RequestNode,
  original: ResolvedRequest,
  services: CheckServices,
): Promise<ComparedResponse> {
  if (original.risk !== 'reads' || original.environment === undefined) return { kind: 'failure', failure: 'notRead' };
  const { resolved, result, error } = await services.sendInEnvironment(inEnvironment(request, name));
  if (resolved === undefined || result === undefined)
    return { kind: 'failure', failure: 'noOtherResponse', detail: services.describe(error).text };
  return { kind: 'response', response: checkInputOf(resolved, result) };
}

function inEnvironment(request: RequestNode, name: string): RequestNode {
  const { start, end } = request.line;
  const token = (text: string) => ({ start, end, text });
  const directive = { kind: 'directive', start, end, name: token('environment'), value: token(name) } as const;
  const others = request.directives.filter(node => node.name.text !== 'environment');
  return { ...request, directives: [...others, directive] };
}
