// Runs inside the extension host in place of a suite of tests: activates the one extension that is under development, notes what
// that took, and then does what `step.json` beside it asks for. A host is used once, so that every step is a first one.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const vscode = require('vscode');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');

const read = name => JSON.parse(readFileSync(path.join(__dirname, name), 'utf8'));
const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Megabytes; what nobody holds any more does not count. */
function memory() {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1e6, heap: heapUsed / 1e6 };
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const steps = {
  /** The page shows the tree, and takes the time itself. */
  async tree() {
    writeFileSync(path.join(__dirname, 'ready'), '');
    while (!existsSync(path.join(__dirname, 'seen'))) await wait(20);
  },
  command: () =>
    timed(() => vscode.commands.executeCommand('hydrogen.application.select', { clientId: 'library-client' })),
  /** Until the lines over its requests are there. */
  document: () =>
    timed(async () => {
      const content = '### One\nGET /hserve/v1/content/category/\n';
      const { uri } = await vscode.workspace.openTextDocument({ language: 'hydrogen-http', content });
      for (let lenses = []; lenses.length === 0; await new Promise(setImmediate)) {
        lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri);
      }
    }),
  nothing: () => undefined,
};

exports.run = async () => {
  const { publisher, name } = read('package.json');
  const extension = vscode.extensions.getExtension(`${publisher}.${name}`);
  // The workbench is still busy with its own start.
  await wait(1500);
  const before = memory();
  const activation = await timed(() => extension.activate());
  const after = memory();
  const first = await steps[read('step.json').step]();
  const used = { rss: after.rss - before.rss, heap: after.heap - before.heap };
  writeFileSync(path.join(__dirname, 'result.json'), JSON.stringify({ activation, ...used, first }));
};
