/** Global names that are newer than Node 12, with the code to use instead; empty if nothing similar exists. */
export const newerGlobals = new Map<string, string>([
  ...(['fetch', 'XMLHttpRequest'] as const).map(name => [name, 'BaaS.request'] as const),
  ...(
    [
      ...['Headers', 'Request', 'Response', 'FormData', 'Blob', 'File', 'WebSocket', 'EventSource', 'AbortController'],
      ...['AbortSignal', 'AggregateError', 'FinalizationRegistry', 'WeakRef', 'MessageEvent', 'BroadcastChannel'],
      ...['ReadableStream', 'WritableStream', 'TransformStream', 'CompressionStream', 'DecompressionStream'],
      ...['TextDecoderStream', 'TextEncoderStream', 'DOMException', 'navigator', 'CustomEvent', 'localStorage'],
      ...['sessionStorage', 'Iterator', 'Float16Array', 'SuppressedError', 'DisposableStack', 'CloseEvent'],
    ] as const
  ).map(name => [name, ''] as const),
  ['structuredClone', 'JSON.parse(JSON.stringify(value))'],
  ['performance', "require('perf_hooks').performance"],
  ['crypto', "require('crypto')"],
  ['Crypto', "require('crypto')"],
  ['SubtleCrypto', "require('crypto')"],
  ['atob', "Buffer.from(text, 'base64').toString('latin1')"],
  ['btoa', "Buffer.from(text, 'latin1').toString('base64')"],
  ['Event', "require('events')"],
  ['EventTarget', "require('events')"],
  ['MessageChannel', "require('worker_threads').MessageChannel"],
  ['MessagePort', "require('worker_threads').MessagePort"],
]);

/** Members that are newer than Node 12, of global objects that it has, with the code to use instead. */
export const newerMembers = new Map<string, string>([
  ['Object.hasOwn', 'Object.prototype.hasOwnProperty.call(object, name)'],
  ['Object.groupBy', 'list.reduce(…)'],
  ['Map.groupBy', 'list.reduce(…)'],
  ['Promise.any', 'Promise.allSettled(list)'],
  ['Promise.withResolvers', 'new Promise((resolve, reject) => …)'],
  ['Promise.try', 'Promise.resolve().then(…)'],
  ['Array.fromAsync', 'for await (const item of list)'],
  ['Atomics.waitAsync', 'Atomics.wait'],
  ['Intl.DisplayNames', ''],
  ['Intl.Segmenter', 'Array.from(text)'],
  ['Intl.DurationFormat', ''],
  ['Intl.supportedValuesOf', ''],
  ['URL.canParse', 'new URL(text)'],
  ['URL.parse', 'new URL(text)'],
  ['Uint8Array.fromBase64', "Buffer.from(text, 'base64')"],
  ['Uint8Array.fromHex', "Buffer.from(text, 'hex')"],
  ['Error.isError', 'value instanceof Error'],
  ['RegExp.escape', 'replace(/…/g, …)'],
  ['Math.sumPrecise', 'list.reduce(…)'],
  ['Math.f16round', 'Math.fround'],
  ['JSON.rawJSON', ''],
  ['process.getBuiltinModule', 'require'],
  ['process.memoryUsage.rss', 'process.memoryUsage().rss'],
]);

/** Exports of modules that are newer than Node 12, with the code to use instead. */
export const newerExports = new Map<string, string>([
  ['crypto.randomUUID', 'crypto.randomBytes(16)'],
  ['crypto.webcrypto', 'crypto'],
  ['crypto.hash', 'crypto.createHash(algorithm)'],
  ['crypto.hkdf', 'crypto.createHmac(algorithm, key)'],
  ['crypto.hkdfSync', 'crypto.createHmac(algorithm, key)'],
  ['buffer.Blob', 'Buffer'],
  ['fs.rm', 'fs.unlink'],
  ['fs.rmSync', 'fs.unlinkSync'],
  ['fs.promises.rm', 'fs.promises.unlink'],
  ['fs.cp', 'fs.copyFile'],
  ['fs.promises.cp', 'fs.promises.copyFile'],
  ['fs.cpSync', 'fs.copyFileSync'],
  ['os.availableParallelism', 'os.cpus().length'],
  ['util.parseArgs', ''],
  ['util.styleText', ''],
]);

/** Methods of strings, lists and sets that are newer than Node 12. Other objects may have methods of the same name. */
export const newerMethods = new Map<string, string>([
  ['replaceAll', 'replace(/…/g, …)'],
  ['at', 'list[list.length - 1]'],
  ['findLast', 'list.slice().reverse().find(…)'],
  ['findLastIndex', 'lastIndexOf'],
  ['toSorted', 'list.slice().sort(…)'],
  ['toReversed', 'list.slice().reverse()'],
  ['toSpliced', 'list.slice()'],
  ['isWellFormed', ''],
  ['toWellFormed', ''],
  ['isSupersetOf', ''],
  ['isSubsetOf', ''],
  ['isDisjointFrom', ''],
  ['symmetricDifference', ''],
]);

/** Modules that are newer than Node 12, with the code to use instead. */
export const newerModules = new Map<string, string>([
  ['fs/promises', "require('fs').promises"],
  ['dns/promises', "require('dns').promises"],
  ['timers/promises', "require('util').promisify(setTimeout)"],
  ['stream/promises', "require('util').promisify(require('stream').pipeline)"],
  ['readline/promises', "require('readline')"],
  ['stream/consumers', "require('stream')"],
  ['stream/web', "require('stream')"],
  ['util/types', "require('util').types"],
  ['path/posix', "require('path').posix"],
  ['path/win32', "require('path').win32"],
  ['assert/strict', "require('assert').strict"],
  ['diagnostics_channel', "require('events')"],
  ['wasi', ''],
]);
