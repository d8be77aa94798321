import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { before, describe, it } from 'mocha';
import { useProgram } from './program';

const exported = ['table', 'export', 'out.csv', '--table', 'product', '--env', 'Staging'];

describe('hydrogen with a wrong command line', () => {
  const program = useProgram();
  before(() => program.settings({}));

  const cases: Record<string, [args: string[], message: string]> = {
    'how to write a value that begins with a dash': [
      [...exported, '--order-by', '-price'],
      'The option --order-by lacks a value. A value that begins with a dash follows an equals sign: --order-by=-…',
    ],
    'the command of an option that an import would ignore': [
      ['table', 'import', 'in.csv', '--table', 'product', '--env', 'Staging', '--yes', '--keys', 'name'],
      'The option --keys is only for hydrogen table export.',
    ],
    'the command of an option that an export would ignore': [
      [...exported, '--resume'],
      'The option --resume is only for hydrogen table import.',
    ],
    'the command of an option that a function would not get': [
      ['functions', 'deploy', 'hello', '--env', 'Staging', '--data', '{}'],
      'The option --data is only for hydrogen functions run.',
    ],
    'the commands instead of a misspelt one': [
      ['tabel', 'export', 'out.csv'],
      'There is no command tabel. Use one of: check, world, table, functions.',
    ],
    'the commands if there is none': [[], 'The command is missing. Use one of: check, world, table, functions.'],
    'that a command comes before its options': [
      ['--env', 'Staging', 'functions', 'list'],
      'Write the command before its options: hydrogen functions',
    ],
  };
  for (const [name, [args, message]] of Object.entries(cases)) {
    it(`names ${name}`, async () => {
      const { code, errors } = await program.callCommand(args);
      assert.deepEqual([code, errors], [2, `${message}\n`]);
    });
  }

  it('accepts the language before the command', async () => {
    const expected = await program.callCommand(['table', '--help', '--lang', 'zh-cn']);
    for (const language of [['--lang', 'zh-cn'], ['--lang=zh-cn']])
      assert.deepEqual(await program.callCommand([...language, 'table', '--help']), expected);
  });

  it('names the command that runs without hydrogen.json', async () => {
    await rm(program.path('hydrogen.json'));
    for (const command of [exported, ['functions', 'list', '--env', 'Staging']]) {
      const { code, errors } = await program.callCommand(command);
      const message =
        'hydrogen.json cannot be read. It describes the application; only hydrogen check --sandbox runs without one.\n';
      assert.deepEqual([code, errors], [2, message]);
    }
  });
});
