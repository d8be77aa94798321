/**
 * The program of the worker thread: it loads the stored code as a CommonJS module, calls its `main` with the event, and
 * sends its console output line by line. It is a string, because the bundle is one file and a worker needs a separate
 * program.
 */
export const workerProgram = `
'use strict';
const { parentPort, workerData } = require('node:worker_threads');
const { isBuiltin } = require('node:module');
const { format } = require('node:util');
const vm = require('node:vm');

const send = message => parentPort.postMessage(message);
for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
  console[level] = (...args) => send({ log: new Date().toISOString() + ' ' + level.toUpperCase() + ' ' + format(...args) + '\\n' });
}
globalThis.BaaS = new Proxy({}, {
  get(_, name) {
    throw new Error('BaaS.' + String(name) + ': the sandbox runs cloud functions without the SDK of the service. Call its API instead.');
  },
});

let ended = false;
function finish(error, data) {
  if (ended) return;
  ended = true;
  const memory = process.memoryUsage().heapUsed;
  if (error !== null && error !== undefined) return send({ error: describeError(error), memory });
  try {
    send({ data: JSON.stringify(data === undefined ? null : data) || 'null', memory });
  } catch (failure) {
    send({ error: describeError(failure), memory });
  }
}
function describeError(error) {
  if (error && typeof error === 'object' && 'message' in error) {
    return { message: String(error.message), stack: String(error.stack), type: String(error.name || 'Error') };
  }
  return { message: typeof error === 'string' ? error : format(error), stack: '', type: 'Error' };
}
process.on('uncaughtException', finish);
process.on('unhandledRejection', finish);

try {
  const own = { exports: {} };
  const load = name => {
    if (isBuiltin(name)) return require(name);
    throw new Error('Cannot find module ' + name + ': pack it into the function.');
  };
  vm.compileFunction(workerData.code, ['exports', 'module', 'require'], { filename: workerData.name + '.js' })(own.exports, own, load);
  const main = own.exports.main || (typeof own.exports === 'function' ? own.exports : undefined);
  if (typeof main !== 'function') throw new TypeError('exports.main is not a function');
  const returned = main(workerData.event, finish);
  if (returned && typeof returned.then === 'function') returned.then(data => finish(null, data), finish);
  else if (main.length < 2) finish(null, returned);
} catch (error) {
  finish(error);
}
`;
