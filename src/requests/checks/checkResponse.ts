import { findEnvironment } from '../../api/environmentNames';
import { hasSnapshot, sameAs } from '../document/checkLine';
import type { RequestDocument, RequestNode } from '../document/syntax';
import type { ExecutedRequest } from '../sending/executeRequest';
import type { ResolvedRequest } from '../sending/resolvedRequest';
import { checkedOf, type Checked, type ComparedResponse } from './evaluate';
import type { Snapshots } from './snapshots';
import { isGood, type Verdict } from './verdict';

/** The services that checks need besides the response. */
export interface CheckServices {
  evaluate(checked: Checked): Verdict[] | Promise<Verdict[]>;
  /** The snapshots of the document; `undefined` for a document without a file. */
  snapshots: Snapshots | undefined;
  /**
   * Sends a request to the given environment instead of its own, with the variables of that environment and the same
   * guard. Never rejects.
   */
  elsewhere(request: RequestNode, environment: string): Promise<ExecutedRequest>;
  /** Returns the message of an error, without credentials. */
  describe(error: unknown): { text: string };
}

/** Evaluates the checks of a request that has a response, and writes its snapshot when needed. */
export async function checkResponse(
  executed: ExecutedRequest,
  document: RequestDocument,
  means: CheckServices,
): Promise<Verdict[]> {
  const { request, resolved, result } = executed;
  if (resolved === undefined || result === undefined || resolved.checks.length === 0) return [];
  const others: [string, ComparedResponse][] = [];
  for (const name of new Set(request.checks.flatMap(check => sameAs(check)?.text ?? []))) {
    if (!isAt(name, resolved)) others.push([name, await otherResponse(name, request, resolved, means)]);
  }
  const { snapshots } = means;
  const noPlace: ComparedResponse = { kind: 'failure', failure: 'noPlace' };
  const snapshot = hasSnapshot(request)
    ? snapshots === undefined
      ? noPlace
      : await snapshots.of(request, document, snapshots.environmentOf(resolved))
    : undefined;
  const evaluated = await means.evaluate(checkedOf(resolved, result, { snapshot, others: Object.fromEntries(others) }));
  const environment = snapshots?.environmentOf(resolved);
  const verdicts = evaluated.map(verdict => ({ ...verdict, environment }));
  const isSnapshot = ({ title }: Verdict) => title === 'snapshot';
  // Do not store a wrong response as a snapshot.
  const canKeep = isGood(
    result,
    verdicts.filter(verdict => !isSnapshot(verdict)),
  );
  if (snapshots === undefined || !canKeep) return verdicts;
  return Promise.all(verdicts.map(verdict => settled(verdict, request, snapshots)));
}

/** Writes the snapshot if it is missing or must be replaced. */
async function settled(verdict: Verdict, request: RequestNode, snapshots: Snapshots): Promise<Verdict> {
  const { failure, actual } = verdict;
  const isWanted = failure === 'noSnapshot' || (failure === 'otherSnapshot' && snapshots.mode === 'update');
  if (!isWanted || actual === undefined) return verdict;
  const nothing = { detail: undefined, expected: undefined, actual: undefined };
  try {
    await snapshots.keep(request, actual, verdict.environment ?? '');
    return { ...verdict, ...nothing, passed: true, failure: undefined };
  } catch {
    return { ...verdict, ...nothing, failure: 'badSnapshots' };
  }
}

/** Whether the request was sent to the environment with this name or Env ID. An ambiguous name matches none. */
function isAt(name: string, { environment, environments }: ResolvedRequest): boolean {
  if (environment === undefined) return false;
  const found = findEnvironment(environments, name);
  return found.kind === 'found' && found.environment?.envId === environment.envId;
}

async function otherResponse(
  name: string,
  request: RequestNode,
  here: ResolvedRequest,
  means: CheckServices,
): Promise<ComparedResponse> {
  if (here.risk !== 'reads' || here.environment === undefined) return { kind: 'failure', failure: 'notRead' };
  const { resolved, result, error } = await means.elsewhere(inEnvironment(request, name), name);
  if (resolved === undefined || result === undefined)
    return { kind: 'failure', failure: 'notThere', detail: means.describe(error).text };
  return { kind: 'response', response: checkedOf(resolved, result) };
}

function inEnvironment(request: RequestNode, name: string): RequestNode {
  const { start, end } = request.line;
  const token = (text: string) => ({ start, end, text });
  const directive = { kind: 'directive', start, end, name: token('environment'), value: token(name) } as const;
  return { ...request, directives: [...request.directives, directive] };
}
