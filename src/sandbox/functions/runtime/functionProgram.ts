// The program that runs a cloud function, on any Node from 12 on: a stored function in a thread, a file in a process.
import { isMainThread } from 'node:worker_threads';
import { runInProcess } from './child';
import { runInThread } from './worker';

if (isMainThread) runInProcess();
else runInThread();
