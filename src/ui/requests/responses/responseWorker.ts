import { parentPort, workerData } from 'node:worker_threads';
import type { WorkOrder } from './backgroundWork';
import { indentMarkup } from './indentMarkup';
import { responseWork, type ResponseWork } from './responseWork';

// The entry point of a thread that runs one task and ends.
const { name, args } = workerData as WorkOrder;
const threadWork: ResponseWork = {
  ...responseWork,
  markupDocument: (head, body, contentType) =>
    responseWork.markupDocument(head, indentMarkup(body, contentType) ?? body, contentType),
};
const work = threadWork[name] as (...all: readonly unknown[]) => unknown;
void (async () => {
  const result = await work(...args);
  // Transfers the bytes instead of copying them, unless they share their buffer with other data.
  const isOwn = result instanceof Uint8Array && result.byteLength === result.buffer.byteLength;
  parentPort?.postMessage(result, isOwn ? [result.buffer as ArrayBuffer] : []);
})();
