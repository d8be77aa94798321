import type { DataService } from '../api/openApi/dataService';
import type { Answer, Change, ChangeOutcome } from '../change/change';
import { execute } from '../change/execute';
import { jsonValue } from '../json/jsonValue';
import {
  codeHash,
  functionsPath,
  functionOf,
  functionPath,
  readFunction,
  type DeployedFunction,
} from './functionService';
import type { FunctionIdentity, FunctionVersions } from './versions';

/** The state of local code, compared with its base and with the deployed code. */
export type DeployState =
  | 'unchanged'
  /** Only the local code differs from the base. */
  | 'changedLocally'
  /** Only the deployed code differs from the base. */
  | 'changedInService'
  /** Both differ from the base, or the base is not known. */
  | 'changedBoth'
  /** The service has no such function. */
  | 'missing';

/**
 * Compares SHA-256 hashes.
 * @param local hash of the local code
 * @param base hash of the deployed code that the local code is based on; `undefined` if unknown
 * @param deployed hash of the deployed code; `undefined` if the service does not have the function
 */
export function deployState(local: string, base: string | undefined, deployed: string | undefined): DeployState {
  if (deployed === undefined) return 'missing';
  if (local === deployed) return 'unchanged';
  if (base === deployed) return 'changedLocally';
  return base === local ? 'changedInService' : 'changedBoth';
}

/** The hashes of the sent and the stored code, if they differ. */
export interface CodeDifference {
  sent: string;
  stored: string;
}

export type DeployChange = Change<DeployedFunction, CodeDifference>;
export type DeployOutcome = ChangeOutcome<DeployedFunction, CodeDifference>;

/** Reads a function right before it is replaced, by calling `read`, and keeps its code as a version. */
type ReadAndKeep = (read: () => Promise<DeployedFunction | undefined>) => Promise<DeployedFunction | undefined>;

/**
 * Returns the change that replaces the code of a function. The service does not check for conflicts when it writes, so
 * the executor reads the function right before the write.
 * @param base SHA-256 of the deployed code that may be replaced
 */
export function replaceCode(name: string, code: string, base: string, readAndKeep: ReadAndKeep): DeployChange {
  const hash = codeHash(code);
  return {
    ...changeOf(name, code, hash),
    request: { method: 'PATCH', path: functionPath(name), body: JSON.stringify({ function_code: code }) },
    read: service => readAndKeep(() => readFunction(service, name)),
    stateOf: now => (now?.hash === hash ? 'done' : now?.hash === base ? 'expected' : 'changed'),
  };
}

/**
 * Returns a function that stores the code that will be replaced as a version. Storing takes time, so the code is read
 * again afterwards, which keeps the gap between reading and writing small.
 */
export function keepAsVersion(versions: FunctionVersions, identity: FunctionIdentity, base: string): ReadAndKeep {
  return async read => {
    const now = await read();
    if (now?.hash !== base) return now;
    const { code, updatedBy: author = '' } = now;
    return (await versions.add(identity, { code, author, origin: 'replaced' })) ? read() : now;
  };
}

/** Returns the change that creates a function. */
export function createFunction(name: string, code: string): DeployChange {
  const hash = codeHash(code);
  return {
    ...changeOf(name, code, hash),
    request: { method: 'POST', path: functionsPath, body: JSON.stringify({ name, function_code: code }) },
    read: service => readFunction(service, name),
    stateOf: now => (now === undefined ? 'expected' : now.hash === hash ? 'done' : 'changed'),
  };
}

function changeOf(name: string, code: string, hash: string) {
  return {
    ...({ kind: 'function', key: name, title: name, check: 'readBefore', deploysCode: true } as const),
    before: undefined,
    after: { ...unknownDetails, name, code, hash, size: Buffer.byteLength(code) },
    // If the response does not contain the code, the executor reads the function again.
    answer: (text: string): Answer<DeployedFunction> => ({ status: 'written', state: functionOf(jsonValue(text)) }),
    differences: (stored: DeployedFunction) => (stored.hash === hash ? [] : [{ sent: hash, stored: stored.hash }]),
    undo: { reason: 'versions' },
  };
}

const unknownDetails = {
  remark: '',
  auditStatus: undefined,
  plan: undefined,
  createdAt: undefined,
  updatedAt: undefined,
  updatedBy: undefined,
};

/**
 * Deploys functions in order.
 * @param service must not have a signal, which could abort a write
 * @param signal stops between two functions
 */
export function deployChanges(
  service: DataService,
  changes: readonly DeployChange[],
  signal: AbortSignal,
): Promise<DeployOutcome[]> {
  return execute(service, changes, { signal });
}
