import { Secret } from '../../../api/secret';
import type { Operation } from '../../../api/operations/catalogue';
import { differences, type Difference } from '../../../requests/checks/documented';
import { keptText, type KeptText } from '../../../requests/sending/keptText';
import { textOf, type BodyText } from '../../../requests/sending/bodyText';
import { readBody, type ReadBody, type ReceivedParts } from '../../../requests/sending/readBody';
import { evaluateChecks, type CheckInput } from '../../../requests/checks/evaluate';
import type { Verdict } from '../../../requests/checks/verdict';
import { maskBytes } from '../../../api/masking/bytes';
import { jsonValue } from '../../../json/jsonValue';
import { fileText, maskedFile } from './fileText';
import { jsonDocument } from './jsonDocument';

/**
 * The work on whole bodies, which takes longer the larger the body is. Arguments and results are plain data that can be
 * sent to a thread, so secrets are strings here.
 */
export const responseWork = {
  readBody: (bytes: Uint8Array, contentType: string, secrets: readonly string[], parts: ReceivedParts): ReadBody =>
    readBody(bytes, contentType, toSecrets(secrets), parts),

  keptText: (body: BodyText, secrets: readonly string[]): KeptText => keptText(textOf(body), toSecrets(secrets)),

  /** Returns the differences between a JSON body and its documentation. @param query the query of the request */
  differences: (body: BodyText, operation: Operation, query: string): Difference[] =>
    differences(jsonValue(textOf(body)), operation, new URLSearchParams(query)),

  checks: (checked: CheckInput): Verdict[] => evaluateChecks(checked),

  /** Returns the document of a response: head and body, indented if it is JSON. */
  document: (head: string, body: BodyText): Uint8Array => jsonDocument(head, body),

  /**
   * Like `document`, for XML and HTML. Only the thread has the parser: in the extension host, the body is not indented.
   */
  markupDocument: (head: string, body: BodyText, _contentType: string): Uint8Array =>
    Buffer.from(`${head}\n\n${textOf(body)}\n`),

  /** Returns the whole text of a response file. @param secrets absent to include credentials */
  fileText: (file: string, charset: string, secrets: readonly string[] | undefined): Promise<Uint8Array> =>
    fileText(file, charset, secrets && toSecrets(secrets)),

  /** Returns a binary body with its credentials masked; `undefined` if it has none. */
  maskBytes: (bytes: Uint8Array, secrets: readonly string[]): Uint8Array | undefined =>
    maskBytes(bytes, toSecrets(secrets)),

  /** Like `maskBytes`, for a response file. @param charset absent for binary data */
  maskedFile: (
    file: string,
    charset: string | undefined,
    secrets: readonly string[],
  ): Promise<Uint8Array | undefined> => maskedFile(file, charset, toSecrets(secrets)),
};

export type ResponseWork = typeof responseWork;

function toSecrets(secrets: readonly string[]): Secret[] {
  return secrets.map(value => new Secret(value));
}
