// The program of the thread that runs a stored function.
import { isBuiltin } from 'node:module';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { Transport, type RunAddress } from './baas/transport';
import { installBaaS, installConsole, runMain } from './runMain';

const { name, code, event, address } = workerData as { name: string; code: string; event: object; address: RunAddress };
const hostRequire = require;

installConsole(line => parentPort?.postMessage({ log: line }), false);
installBaaS(new Transport(address));
runMain(
  () => {
    const moduleObject: { exports: unknown } = { exports: {} };
    const requireBuiltin = (id: string): unknown => {
      if (isBuiltin(id)) return hostRequire(id) as unknown;
      throw new Error(`Cannot find module ${id}: pack it into the function.`);
    };
    const parameters = ['exports', 'module', 'require'];
    const run = vm.compileFunction(code, parameters, { filename: `${name}.js` }) as (...args: unknown[]) => void;
    run(moduleObject.exports, moduleObject, requireBuiltin);
    return moduleObject.exports;
  },
  event,
  end => parentPort?.postMessage({ end }),
);
