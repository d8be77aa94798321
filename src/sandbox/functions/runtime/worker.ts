import { isBuiltin } from 'node:module';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { Transport, type RunAddress } from './baas/transport';
import { installBaaS, installConsole, runMain } from './runMain';

interface ThreadStart {
  name: string;
  code: string;
  event: object;
  address: RunAddress;
}

/** Runs a stored function in this thread. */
export function runInThread(): void {
  const { name, code, event, address } = workerData as ThreadStart;
  installConsole(line => parentPort?.postMessage({ log: line }), false);
  installBaaS(new Transport(address));
  runMain(
    () => {
      const moduleObject: { exports: unknown } = { exports: {} };
      const parameters = ['exports', 'module', 'require'];
      const run = vm.compileFunction(code, parameters, { filename: `${name}.js` }) as (...args: unknown[]) => void;
      run.call(moduleObject.exports, moduleObject.exports, moduleObject, requireBuiltin);
      return moduleObject.exports;
    },
    event,
    end => parentPort?.postMessage({ end }),
  );
}

const hostRequire = require;

function requireBuiltin(id: string): unknown {
  if (isBuiltin(id)) return hostRequire(id) as unknown;
  throw new Error(`Cannot find module ${id}: pack it into the function.`);
}
