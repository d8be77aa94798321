import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { SchemaDocuments } from '../../../src/ui/records/schema/schemaFiles';
import { eventually } from '../../ui/driver/eventually';
import {
  waitForProblems,
  rejection,
  run,
  shownDocument,
  useAuthorizedShop,
  useSandbox,
  useTextEditors,
} from './fixture';
import { useGate } from './gate';
import { withPerson, type Asked } from './person';

interface TableText {
  name: string;
  schema: { fields: { name: string; type: string; [property: string]: unknown }[] };
  indexes: { fields: string[] }[];
}

const agrees = ({ kind, detail, choices }: Asked) => {
  if (kind === 'box') return /^Type (.*) to drop it$/.exec(detail)?.[1];
  return choices.includes('Type the Name…') ? 'Type the Name…' : 'Save';
};

describe('the schema of a table as a document', () => {
  const service = useSandbox();
  useTextEditors();
  const gate = useGate(() => service().sandbox.origin);
  const shop = useAuthorizedShop(service, () => gate().origin);
  const writes = () =>
    service().sandbox.requests.filter(({ method, path }) => method !== 'GET' && /\/(table|schema)\//.test(path));

  const shown = () => vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
  const read = (document: vscode.TextDocument) => JSON.parse(document.getText()) as TableText;
  const edit = async (document: vscode.TextDocument, change: (table: TableText) => void) => {
    await eventually(async () => {
      const table = read(document);
      change(table);
      const everything = new vscode.WorkspaceEdit();
      everything.replace(
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
        `${JSON.stringify(table, undefined, 2)}\n`,
      );
      assert.ok(await vscode.workspace.applyEdit(everything));
    });
  };
  const columns = (document: vscode.TextDocument) => read(document).schema.fields.map(({ name }) => name);

  it('is saved through a plan and the guard, and read again', async () => {
    await run('table.editSchema', { ...shop(), table: 'note' });
    const document = shown();
    assert.match(document.uri.path, /\/tables\/note · .*\.schema\.json$/);
    assert.deepEqual(columns(document), ['text']);
    await edit(document, ({ schema }) => void schema.fields.push({ name: 'stars', type: 'integer' }));
    const from = writes().length;
    const asked = await withPerson(agrees, async () => {
      assert.ok(await document.save());
    });
    assert.match(asked[0]?.detail ?? '', /Add the column stars/);
    assert.match(
      asked[1]?.detail ?? '',
      /^The service cannot compare while it writes\. Hydrogen reads right before the request;/,
    );
    assert.deepEqual(
      writes()
        .slice(from)
        .map(({ method, status }) => `${method} ${status}`),
      ['PUT 200'],
    );
    await eventually(() => assert.ok(!document.isDirty));
  });

  it('is read again for a revert, if it was changed while it was read', async () => {
    const reads = () => service().sandbox.requests.filter(({ method }) => method === 'GET').length;
    await run('table.editSchema', { ...shop(), table: 'note' });
    const document = shown();
    gate().hold('GET').release();
    const { arrived, release } = gate().hold('GET');
    const reading = run('table.editSchema', { ...shop(), table: 'note' });
    try {
      await arrived;
      await edit(document, ({ schema }) => void schema.fields.push({ name: 'unsaved', type: 'integer' }));
    } finally {
      release();
    }
    await reading;
    assert.ok(columns(document).includes('unsaved'));
    const before = reads();
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.ok(!columns(document).includes('unsaved'));
    assert.ok(reads() > before);
  });

  it('keeps its base when the user chooses another language for the text', async () => {
    await run('table.editSchema', { ...shop(), table: 'note' });
    const document = await vscode.languages.setTextDocumentLanguage(shown(), 'jsonc');
    await edit(document, ({ schema }) => void Object.assign(schema.fields[0] ?? {}, { description: 'Words' }));
    const [plan] = await withPerson(agrees, async () => assert.ok(await document.save()));
    assert.match(plan?.title ?? '', /^Save the schema of note/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('replaces the text that VS Code read before a restart of the extensions', async () => {
    await run('table.editSchema', { ...shop(), table: 'note' });
    const { uri, isDirty } = shown();
    assert.equal(isDirty, false);
    const unused = undefined as never;
    const schemas = new SchemaDocuments({
      ...{ http: unused, users: unused, tokens: unused, texts: unused },
      applications: { list: () => ({ applications: [], problems: [] }) },
      sandbox: { restored: () => Promise.resolve() },
      guard: { refuses: () => false, permit: () => Promise.resolve() },
    });
    try {
      assert.ok((await schemas.files.stat(uri)).mtime > 0);
    } finally {
      schemas.dispose();
    }
  });

  it('is reverted completely by a second revert if the first one was partly refused', async () => {
    const opened = async () => {
      await run('table.editSchema', { ...shop(), table: 'note' });
      return shown();
    };
    const state = async () => {
      const { schema, indexes } = read(await opened());
      return [schema.fields[0]?.['description'], indexes.length];
    };
    const revert = async (body: () => Promise<void> = async () => void (await run('save.revertLast', {}))) => {
      const from = writes().length;
      await withPerson(agrees, body);
      return writes()
        .slice(from)
        .map(({ method, status }) => `${method} ${status}`);
    };
    const document = await opened();
    const original = await state();
    await edit(document, table => {
      Object.assign(table.schema.fields[0] ?? {}, { description: 'Changed' });
      table.indexes.push({ fields: ['text'] });
    });
    await withPerson(agrees, async () => assert.ok(await document.save()));
    const path = '/oserve/v1.8/table/5004/';
    service().sandbox.fail({ kind: 'status', status: 403, method: 'PUT', path, times: 1 });
    const refused = async () => assert.match(await rejection(run('save.revertLast', {})), /403/);
    assert.deepEqual(await revert(refused), ['DELETE 204', 'PUT 403']);
    assert.deepEqual(await revert(), ['PUT 200']);
    await eventually(async () => assert.deepEqual(await state(), original));
    // The next revert reverts both, and the one after it restores them.
    assert.deepEqual(await revert(), ['PUT 200', 'POST 201']);
    await eventually(async () => assert.deepEqual(await state(), ['Changed', 1]));
    assert.deepEqual(await revert(), ['DELETE 204', 'PUT 200']);
    await eventually(async () => assert.deepEqual(await state(), original));
  });

  it('asks for the name of a dropped column and how many records have a value in it', async () => {
    await run('table.editSchema', { ...shop(), table: 'note' });
    const document = shown();
    const kept = columns(document).filter(name => name !== 'text');
    await edit(document, ({ schema }) => void schema.fields.shift());
    const from = writes().length;
    await withPerson(
      ({ kind }) => (kind === 'box' ? 'another name' : 'Type the Name…'),
      async () => {
        assert.equal(await document.save().then(undefined, () => false), false);
      },
    );
    assert.equal(writes().length, from);
    const asked = await withPerson(agrees, async () => {
      assert.ok(await document.save());
    });
    assert.match(asked[0]?.title ?? '', /^Drop the column text of note in /);
    assert.match(asked[0]?.detail ?? '', /^Records with a value in it: 6\./);
    await eventually(() => assert.deepEqual(columns(document), kept));
  });

  it('creates a table from an unsaved document with an example column, and opens it', async () => {
    await run('table.new', shop());
    const document = shown();
    assert.ok(document.isDirty);
    assert.deepEqual(columns(document), ['name']);
    await edit(document, table => void Object.assign(table, { name: 'made' }));
    await withPerson(agrees, async () => {
      assert.ok(await document.save());
    });
    await eventually(() => assert.match(shown().uri.path, /\/tables\/made · .*\.schema\.json$/));
    assert.deepEqual(columns(shown()), ['name']);
  });

  it('is not saved with a type that was changed, and says the three steps', async () => {
    await run('table.editSchema', { ...shop(), table: 'store' });
    const document = shown();
    await edit(document, ({ schema }) => void Object.assign(schema.fields[0] ?? {}, { type: 'integer' }));
    await eventually(() => {
      const [problem] = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Hydrogen');
      assert.match(problem?.message ?? '', /Add a column with the new type, copy the values, then drop/);
    });
    const from = writes().length;
    assert.equal(await document.save().then(undefined, () => false), false);
    assert.equal(writes().length, from);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is known to records with unsaved changes as soon as it is saved', async () => {
    await run('table.open', { ...shop(), table: 'store' });
    const page = shownDocument();
    const insertion = new vscode.WorkspaceEdit();
    insertion.insert(page.uri, new vscode.Position(2, 0), '    "opened": "2026-01-31",\n');
    assert.ok(await vscode.workspace.applyEdit(insertion));
    await waitForProblems(page, [[2, /^The table has no column opened\.$/]]);
    await run('table.editSchema', { ...shop(), table: 'store' });
    await edit(shown(), ({ schema }) => void schema.fields.push({ name: 'opened', type: 'date' }));
    await withPerson(agrees, async () => assert.ok(await shown().save()));
    await waitForProblems(page, []);
    assert.ok(page.isDirty);
    await withPerson(agrees, async () => assert.ok(await page.save()));
  });
});
