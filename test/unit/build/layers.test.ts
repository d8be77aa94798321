import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import { useLinter } from './linting';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Tables of the lint rules: the forbidden layers of each layer, and the order of the folders inside a layer. */
const { layers, folderOrder } = (await import(`${root}eslint.config.mjs`)) as {
  layers: Record<string, string[]>;
  folderOrder: Record<string, string[][]>;
};
/** The forbidden imports of each folder. Everything else is allowed. */
const forbidden = Object.fromEntries(
  Object.entries(layers).map(([layer, names]) => [layer, layer === 'ui' ? names : [...names, 'vscode']]),
);
const folders = Object.keys(forbidden);
const places = [...folders, 'extension', 'vscode'];

const ways: [label: string, write: (module: string) => string][] = [
  ['import', module => `import { x } from '${module}';\nx();`],
  ['import for its effect', module => `import '${module}';`],
  ['import of a type', module => `import type { X } from '${module}';\nexport const x: X = 1;`],
  ['import of types among values', module => `import { type X, y } from '${module}';\nexport const x: X = y;`],
  ['type written as an import', module => `export type X = import('${module}').X;`],
  ['dynamic import', module => `export const x = await import('${module}');`],
  ['export', module => `export { x } from '${module}';`],
  ['export of everything', module => `export * from '${module}';`],
];

describe('the layers of the source', function () {
  const lint = useLinter();

  async function complaints(file: string, text: string): Promise<string[]> {
    const [rules = assert.fail()] = await complaintsByText(file, [text]);
    return rules;
  }

  /** Lints all texts as one file, because each run is slow. Returns the broken rules of each text. */
  async function complaintsByText(file: string, texts: readonly string[]): Promise<string[][]> {
    // Each text has different names, so that no rule connects two texts.
    const parts = texts.map((text, index) => text.replace(/\b[xXy]\b/g, `$&${index}`).split('\n'));
    const messages = await lint(file, parts.flat().join('\n'));
    assert.deepEqual(
      messages.filter(({ fatal }) => fatal),
      [],
    );
    let end = 0;
    return parts.map(({ length }) => {
      const begin = end;
      end += length;
      return messages.filter(({ line }) => line > begin && line <= end).map(({ ruleId }) => ruleId ?? '');
    });
  }

  const layerRules = ['no-restricted-imports', 'no-restricted-syntax', '@typescript-eslint/consistent-type-imports'];

  for (const folder of folders) {
    for (const place of places.filter(name => name !== folder)) {
      const allowed = !forbidden[folder]?.includes(place);
      it(`${allowed ? 'allow' : 'forbid'} that ${folder} imports ${place}`, async () => {
        const modules =
          place === 'vscode' ? ['vscode'] : place === 'extension' ? ['../extension'] : [`../${place}/some`];
        // Another rule forbids types written as an import, even from an allowed place.
        const tried = ways.filter(([way]) => !allowed || way !== 'type written as an import');
        const cases = modules.flatMap(module =>
          tried.map(([way, write]) => ({ text: write(module), label: `${way} of ${module}` })),
        );
        const found = await complaintsByText(
          `${folder}/some.ts`,
          cases.map(({ text }) => text),
        );
        for (const [index, { label }] of cases.entries()) {
          const rules = found[index]?.filter(id => layerRules.includes(id)) ?? [];
          assert.equal(rules.length > 0, !allowed, `${label}: ${rules.join()}`);
        }
      });
    }

    it(`let ${folder} import itself, Node and packages`, async () => {
      const modules = ['./other', '../' + folder + '/other', './sub/ui', 'node:fs', 'undici', 'ui', 'extension'];
      for (const [way, write] of ways.filter(([label]) => label !== 'type written as an import')) {
        const found = await complaintsByText(`${folder}/some.ts`, modules.map(write));
        assert.deepEqual(
          found.flat().filter(id => layerRules.includes(id)),
          [],
          way,
        );
      }
    });
  }

  for (const [layer, rows] of Object.entries(folderOrder)) {
    const folders = rows.flatMap((names, position) => names.map(name => ({ name, position })));
    for (const folder of folders) {
      it(`let src/${layer}/${folder.name} import only what is to its left, including types`, async () => {
        const file = `${layer}/${folder.name}/some.ts`;
        const others = folders.filter(({ name }) => name !== folder.name);
        const expected = others.map(other => other.position >= folder.position);
        const isFound = (found: string[][]) => found.map(rules => rules.includes('folders/order'));
        for (const [way, write] of ways) {
          const found = await complaintsByText(
            file,
            others.map(other => write(`../${other.name}/some`)),
          );
          assert.deepEqual(isFound(found), expected, way);
        }
        const byFile = others.map(other => `import './${other.name}';`);
        assert.deepEqual(isFound(await complaintsByText(`${layer}/${folder.name}.ts`, byFile)), expected);
        // Folders with the same names in other places are allowed.
        const elsewhere = folders.map(({ name }) => `import '../../elsewhere/${name}/some';\nimport './deep/${name}';`);
        assert.ok(!(await complaints(file, elsewhere.join('\n'))).includes('folders/order'));
      });
    }
  }

  it('apply to folders inside folders of the user interface', async () => {
    assert.ok(
      (await complaints('ui/documents/preview/some.ts', `import '../../explorer/some';`)).includes('folders/order'),
    );
    assert.ok(
      !(await complaints('ui/documents/preview/some.ts', `import '../../tokens/some';`)).includes('folders/order'),
    );
  });

  it('apply to folders inside folders', async () => {
    const text = `import { x } from '../../ui/some';\nx();`;
    assert.ok((await complaints('api/deep/some.ts', text)).includes('no-restricted-imports'));
  });

  const sending: [module: string, name: string][] = [
    ['api/http/send', 'send'],
    ['api/http/apiRequest', 'sendRequest'],
    ['api/http/sendOnce', 'sendOnce'],
    ['change/sendWrite', 'sendWrite'],
    ['change/execute', 'execute'],
    ['records/saving/save', 'save'],
  ];
  const isForbidden = async (file: string, text: string) => (await complaints(file, text)).includes('writes/executor');

  it('let only the executor of changes send a write', async () => {
    for (const [module, name] of sending) {
      for (const folder of ['functions', 'ui/explorer', 'ui/records/grid', 'ui/records/language']) {
        const path = `${'../'.repeat(folder.split('/').length)}${module}`;
        const ways = [
          `import { ${name} } from '${path}';
${name}();`,
          `import { ${name} as other } from '${path}';
other();`,
          `import * as all from '${path}';
all.${name}();`,
          `export { ${name} } from '${path}';`,
          `export * from '${path}';`,
          `export const x = await import('${path}');`,
        ];
        for (const way of ways) assert.ok(await isForbidden(`${folder}/some.ts`, way), `${folder}: ${way}`);
        assert.ok(
          !(await isForbidden(`${folder}/some.ts`, `import type { X } from '${path}';\nexport const x: X = 1;`)),
        );
      }
    }
    const direct = `import { send } from '../../api/http/send';\nsend();`;
    assert.ok(await isForbidden('records/filter/some.ts', direct));
    assert.ok(!(await isForbidden('change/inside/some.ts', direct)));
    const execute = `import { execute } from '../../../change/execute';\nexecute();`;
    assert.ok(!(await isForbidden('ui/records/change/writeChanges.ts', execute)));
  });

  it('import only lower ones, in the order of ARCHITECTURE.md', () => {
    const middle = ['applications', 'records', 'functions', 'requests', 'sandbox'];
    const order = [['files'], ['csv'], ['json'], ['api'], ['auth'], ['change'], ['world'], middle, ['ui', 'cli']];
    for (const [position, names] of order.entries()) {
      for (const name of names) {
        const expected = [
          ...order
            .slice(position)
            .flat()
            .filter(other => other !== name),
          'extension',
        ];
        assert.deepEqual(layers[name]?.toSorted(), expected.sort(), name);
      }
    }
  });

  it('have an order for every folder inside a folder that has one', async () => {
    for (const [folder, rows] of Object.entries(folderOrder)) {
      const entries = await readdir(`${root}src/${folder}`, { withFileTypes: true });
      const missing = entries.filter(entry => entry.isDirectory() && !rows.flat().includes(entry.name));
      assert.deepEqual(
        missing.map(({ name }) => name),
        [],
        folder,
      );
    }
  });

  it('have a rule for every folder of the source', async () => {
    const entries = await readdir(`${root}src`, { withFileTypes: true });
    const names = entries.filter(entry => entry.isDirectory()).map(({ name }) => name);
    assert.deepEqual(names.sort(), folders.toSorted());
  });

  it('let the root import everything', async () => {
    const text = [...folders.map(name => `./${name}/some`), 'vscode'].map(module => `import '${module}';`).join('\n');
    assert.deepEqual(await complaints('extension.ts', text), []);
  });
});
