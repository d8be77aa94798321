import { parentPort, workerData } from 'node:worker_threads';
import { textOf } from '../../../requests/sending/bodyText';
import { readSharedBody } from '../../../requests/sending/readBody';
import { Secret } from '../../../api/secret';
import type { WorkTask } from './backgroundWork';
import { indentMarkup } from './indentMarkup';
import { responseWork, type ResponseWork } from './responseWork';

// The entry point of a thread that runs one task and ends.
const { name, args } = workerData as WorkTask;
const threadWork: ResponseWork = {
  ...responseWork,
  readBody(bytes, contentType, values, parts) {
    const secrets = values.map(value => new Secret(value));
    return readSharedBody(bytes, contentType, secrets, parts);
  },
  markupDocument: (head, body, contentType) =>
    responseWork.markupDocument(head, indentMarkup(textOf(body), contentType) ?? body, contentType),
};
const work = threadWork[name] as (...all: readonly unknown[]) => unknown;
void (async () => {
  const result = await work(...args);
  // Transfers the bytes instead of copying them, unless they share their buffer with other data.
  const isOwn = result instanceof Uint8Array && result.buffer.byteLength > Buffer.poolSize;
  parentPort?.postMessage(result, isOwn ? [result.buffer as ArrayBuffer] : []);
})();
