import { Secret } from '../../../api/secret';
import type { Operation } from '../../../api/operations/catalogue';
import { differences, type Difference } from '../../../requests/documented/difference';
import { keptText, type KeptText } from '../../../requests/sending/keptText';
import { readBody, type ReadBody, type ReceivedParts } from '../../../requests/sending/readBody';
import { evaluateChecks, type Checked } from '../../../requests/checks/evaluate';
import type { Verdict } from '../../../requests/checks/verdict';
import { maskBytes } from '../../../api/masking/bytes';
import { fileText, maskedFile } from './fileText';
import { indentJson } from './indentJson';

/**
 * Everything that reads a whole body: the time it takes grows with the body. Arguments and results are plain data,
 * because they may go to another thread and back; secrets are strings here for the same reason.
 */
export const responseWork = {
  readBody: (bytes: Uint8Array, contentType: string, known: readonly string[], parts: ReceivedParts): ReadBody =>
    readBody(bytes, contentType, secrets(known), parts),

  keptText: (body: string, known: readonly string[]): KeptText => keptText(body, secrets(known)),

  /** How a JSON body differs from what is documented. @param query of the request */
  differences: (body: string, operation: Operation, query: string): Difference[] =>
    differences(parsed(body), operation, new URLSearchParams(query)),

  checks: (checked: Checked): Verdict[] => evaluateChecks(checked),

  /** The document of a response: the head, and the body, indented if it is JSON. */
  document: (head: string, body: string): Uint8Array => Buffer.from(`${head}\n\n${indentJson(body) ?? body}\n`),

  /** The same for XML and HTML. Only the thread has the parser: without a thread the body stays as it came. */
  markupDocument: (head: string, body: string, _contentType: string): Uint8Array => Buffer.from(`${head}\n\n${body}\n`),

  /** All of a response that was written to a file. @param known absent: with its credentials */
  fileText: (file: string, charset: string, known: readonly string[] | undefined): Promise<Uint8Array> =>
    fileText(file, charset, known && secrets(known)),

  /** A body that is no text without its credentials; `undefined` when it has none. */
  maskBytes: (bytes: Uint8Array, known: readonly string[]): Uint8Array | undefined => maskBytes(bytes, secrets(known)),

  /** The same for a response that was written to a file. @param charset absent: it is no text */
  maskedFile: (file: string, charset: string | undefined, known: readonly string[]): Promise<Uint8Array | undefined> =>
    maskedFile(file, charset, secrets(known)),
};

export type ResponseWork = typeof responseWork;

function secrets(known: readonly string[]): Secret[] {
  return known.map(value => new Secret(value));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
