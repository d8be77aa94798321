import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import vm from 'node:vm';
import { build } from 'esbuild';
import { beforeEach, describe, it } from 'mocha';
import { sourcePosition } from '../../../src/functions/bundle';
import { failedPosition } from '../../../src/functions/failedLine';
import { useFolder } from '../folder';

/** Runs code as the sandbox does. @returns the stack of its error */
function stackOf(code: string): string {
  try {
    const main: { exports: { main?: () => unknown } } = { exports: {} };
    const load = vm.compileFunction(code, ['exports', 'module'], { filename: 'my (own) function.js' });
    (load as (...given: unknown[]) => void)(main.exports, main);
    main.exports.main?.();
  } catch (error) {
    return (error as Error).stack ?? '';
  }
  return '';
}

const entry = (level: string, text: string) => `2026-01-02T03:04:05.006Z ${level} ${text}\n`;

describe('the line of a failed run', () => {
  it('is the innermost frame of the function in the last stack of the log', () => {
    const caught = stackOf('throw new Error("caught")');
    const stack = stackOf('exports.main = () => {\n  const go = () => JSON.parse("{");\n  go();\n};');
    const log = entry('LOG', 'begins') + entry('ERROR', caught) + entry('LOG', 'goes on') + entry('ERROR', stack);
    assert.deepEqual(failedPosition(log, 'f'), { line: 2, column: 25 });
    assert.deepEqual(failedPosition(entry('ERROR', caught) + entry('LOG', 'ends'), 'f'), { line: 1, column: 7 });
  });

  it('is the line of a syntax error', () => {
    assert.deepEqual(failedPosition(entry('ERROR', stackOf('let a = 1;\n\nlet b = ;')), 'f'), { line: 3, column: 1 });
  });

  it('is not one of Node or of a package', () => {
    const frames = ['node:fs:1:2', '/var/node_modules/a/index.js:3:4', 'internal/main.js:5:6', '[worker eval]:7:8'];
    const stack = frames.map(frame => `    at f (${frame})\n`).join('');
    assert.equal(failedPosition(entry('ERROR', `Error: no\n${stack}`), 'f'), undefined);
    assert.deepEqual(failedPosition(entry('ERROR', `Error: no\n${stack}    at async g (f.js:9:10)`), 'f'), {
      line: 9,
      column: 10,
    });
  });

  it('is not one of the files of Node 12, which have no prefix', () => {
    const stack =
      "Error: ENOENT: no such file or directory, open 'a'\n    at Object.openSync (fs.js:462:3)\n" +
      '    at Object.readFileSync (fs.js:364:35)\n    at Object.exports.main (/var/task/index.js:3:23)\n';
    assert.deepEqual(failedPosition(entry('ERROR', stack), 'f'), { line: 3, column: 23 });
    assert.equal(failedPosition(entry('ERROR', 'Error: no\n    at f (_http_client.js:9:10)'), 'f'), undefined);
    const own = entry('ERROR', 'Error: no\n    at main (events.js:9:10)\n');
    assert.deepEqual(failedPosition(own, 'events'), { line: 9, column: 10 });
  });

  it('is found in a log of 1 MB that was made to be slow to search', () => {
    const stack = entry('ERROR', stackOf('throw new Error("no")'));
    for (const line of [' \n', '    at ( (', ':1'])
      assert.deepEqual(failedPosition(`    at ${line.repeat(1_000_000 / line.length)}\n${stack}`, 'f'), {
        line: 1,
        column: 7,
      });
    for (const line of [' \n', '    at ( (', ':1'])
      assert.equal(failedPosition(`${line.repeat(1_000_000 / line.length)}x`, 'f'), undefined);
  });

  it('is not one before the first line', () => {
    assert.equal(failedPosition(entry('ERROR', 'Error: no\n    at f (f.js:0:0)'), 'f'), undefined);
  });

  it('is unknown without a stack', () => {
    for (const log of ['', entry('ERROR', 'at noon (12:30:15)'), 'The service gave no address for the log.'])
      assert.equal(failedPosition(log, 'f'), undefined);
  });
});

describe('the source of a line', () => {
  const here = useFolder();
  const source = () => ({ root: here(), folder: 'functions', build: undefined });
  const main = 'import { fail } from "./fail";\nexport const main = (): void => {\n  fail(1);\n};\n';
  const fail =
    '// A comment that the bundle does not have.\n\nexport function fail(code: number): never {\n  throw new Error(`code ${code}`);\n}\n';

  beforeEach(async () => {
    await mkdir(here('src'));
    await writeFile(here('src', 'main.ts'), main);
    await writeFile(here('src', 'fail.ts'), fail);
  });

  for (const sourcemap of ['inline', 'linked'] as const) {
    it(`is found through a source map of a bundler, ${sourcemap}`, async () => {
      const outfile = here('functions', 'f', 'index.js');
      const entryPoints = [here('src', 'main.ts')];
      await build({ entryPoints, outfile, bundle: true, format: 'cjs', minify: true, sourcemap, target: 'node12' });
      const code = await readFile(outfile, 'utf8');
      const place = failedPosition(stackOf(code), 'f') ?? assert.fail('no place');
      const found = await sourcePosition(source(), 'f', code, place);
      assert.deepEqual(found, { file: here('src', 'fail.ts'), line: 4, column: 9 });
      await rm(here('src', 'fail.ts'));
      assert.equal(await sourcePosition(source(), 'f', code, place), undefined);
    });
  }

  it('is unknown without a map, for a source outside the workspace, and for a map that is not valid', async () => {
    const inline = (map: object) =>
      `f();\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}\n`;
    for (const code of [
      'f();\n',
      inline({ version: 3, sources: ['/etc/hostname'], mappings: 'AAAA' }),
      inline({ version: 3, sources: ['webpack://a/b.ts'], mappings: 'AAAA' }),
      inline({ version: 3, sources: ['../../src/main.ts'], mappings: 'AA/A' }),
      inline({ sources: 'main.ts' }),
    ])
      assert.equal(await sourcePosition(source(), 'f', code, { line: 1, column: 1 }), undefined, code);
  });
});
