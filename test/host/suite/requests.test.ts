import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitForProblems, writeSetting } from './fixture';
import { useSelectedShop } from './requestDocuments';
import { ask, completions, everything, fixed, hoverText, open } from './requestLanguage';
import { useHints } from './withoutLenses';

describe('the language of request documents', () => {
  const service = useSelectedShop();
  useHints();
  after(() => writeSetting('hydrogen.variables', undefined));

  it('formats a document without changing its meaning', async () => {
    const { document } = await open([
      '@group=42',
      '',
      '',
      '###   Groups',
      'get   /hserve/v1/content/group/?limit=2',
      'accept:application/json',
      '',
      '??   status   == 200',
      '#   why',
      '??body  objects[0].name   matches  ^a  b',
      '###',
      'POST /hserve/v2.1/login/email/',
      '',
      '{"email":"a@example.com",  "password":"{{$secret password}}"}',
    ]);
    const edits = await ask<vscode.TextEdit[]>('executeFormatDocumentProvider', document, { tabSize: 2 });
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.deepEqual(document.getText().split('\n'), [
      '@group = 42',
      '',
      '### Groups',
      'GET /hserve/v1/content/group/?limit=2',
      'accept: application/json',
      '',
      '?? status == 200',
      '#   why',
      '?? body objects[0].name matches ^a  b',
      '',
      '###',
      'POST /hserve/v2.1/login/email/',
      '',
      '{',
      '  "email": "a@example.com",',
      '  "password": "{{$secret password}}"',
      '}',
      '',
    ]);
  });

  it('folds requests and bodies, and has variables and requests in its outline', async () => {
    const { document } = await open([
      '@group = 42',
      '### Log in',
      '# @name login',
      'POST /hserve/v2.1/login/email/',
      '',
      '{',
      '  "email": "a@example.com"',
      '}',
      '### Groups',
      'GET /hserve/v1/content/group/',
    ]);
    const folds = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider', document);
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [
        [1, 7],
        [5, 7],
        [8, 9],
      ],
    );
    const symbols = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', document);
    assert.deepEqual(
      symbols.map(({ name, detail, kind }) => [name, detail, vscode.SymbolKind[kind]]),
      [
        ['group', '42', 'Variable'],
        ['login', 'POST /hserve/v2.1/login/email/', 'Method'],
        ['Groups', 'GET /hserve/v1/content/group/', 'Method'],
      ],
    );
  });

  it('shows a hint of the environment, or of the other host, after each request line', async () => {
    const staging = service().shop.environments[0]?.name;
    const { document } = await open([
      'GET /hserve/v1/content/group/',
      '###',
      `# @environment ${staging}`,
      'GET /hserve/v1/content/group/',
      '###',
      'GET https://example.com/elsewhere',
    ]);
    const hints = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document, everything(document));
    assert.deepEqual(
      hints.map(({ label, position: { line } }) => [line, label]),
      [
        [0, '→ Production'],
        [3, `→ ${staging}`],
        [5, '→ example.com, without credentials'],
      ],
    );
  });

  it('shows its hint after the HTTP version, if there is one', async () => {
    const { document } = await open(['GET /hserve/v1/content/group/ HTTP/1.1']);
    const hints = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document, everything(document));
    assert.deepEqual(hints[0]?.position, document.lineAt(0).range.end);
  });

  it('shows that operations on the tokens of all environments affect production', async () => {
    const { document } = await open([
      `# @environment ${service().shop.environments[0]?.name}`,
      'POST /api/oauth2/access%5Ftoken/',
      '',
      '{"grant_type": "refresh_token"}',
    ]);
    const hints = await ask<vscode.InlayHint[]>('executeInlayHintProvider', document, everything(document));
    assert.deepEqual(
      hints.map(({ label }) => label),
      ['→ Production'],
    );
  });

  it('describes an operation and its parameters in a hover', async () => {
    const text = await hoverText(['GET /hserve/v1/content/cat|egory/?content_group_id=42']);
    assert.match(text, /\*\*GET \/hserve\/v1\/content\/category\/\*\*/);
    assert.match(text, /Reads only\./);
    assert.match(text, /`content_group_id`.*required/);
  });

  it('shows the value of a variable in a hover, but not of a secret', async () => {
    assert.match(await hoverText(['@a = 4{{b}}', '@b = 2', 'GET /x/?a={{|a}}']), /42/);
    assert.match(await hoverText(['@t = Bearer {{$secret token}}', 'GET /x/', 'X-A: {{|t}}']), /Bearer •••/);
    assert.match(await hoverText(['GET /x/', 'X-A: {{$sec|ret token}}']), /never shown/);
    assert.match(await hoverText(['GET /x/?a={{no|thing}}']), /nothing is not defined/);
  });

  it('completes paths, directives, headers, fields and variables', async () => {
    const labels = async (lines: string[]) => (await completions(lines)).map(({ label }) => label);
    const staging = service().shop.environments[0]?.name;
    assert.ok((await labels(['GET /hserve/v1/content/cat|'])).includes('GET /hserve/v1/content/category/'));
    assert.deepEqual(await labels(['# @environment |', 'GET /x/']), ['Production', staging]);
    assert.ok((await labels(['GET /x/', '|'])).includes('Content-Type'));
    const fields = await labels(['POST /hserve/v2.1/login/email/', '', '{ "|" }']);
    assert.deepEqual(fields.sort(), ['email', 'password']);
    const variables = await labels(['@mine = 1', '# @name login', 'POST /hserve/v2.1/login/email/', 'X-A: {{|']);
    for (const name of ['mine', 'login.response.body.token', '$secret name']) {
      assert.ok(variables.includes(name), JSON.stringify(variables));
    }
  });

  it('crosses out outdated paths', async () => {
    const paths = await completions(['GET /oserve/v|']);
    const old = paths.filter(({ tags }) => tags?.includes(vscode.CompletionItemTag.Deprecated));
    assert.ok(old.some(({ label }) => label === 'GET /oserve/v1/user/info/'));
    assert.ok(old.every(({ label }) => !(typeof label === 'string' ? label : label.label).includes('/v2.')));
  });

  it('renames a variable everywhere, and finds its definition', async () => {
    const { document, position } = await open([
      ...['@group = 42', '@twice = {{group}}{{group}}', 'GET /x/?a={{gr|oup}}'],
      ...['', '?? body group == {{group}}'],
    ]);
    const edit = await ask<vscode.WorkspaceEdit>('executeDocumentRenameProvider', document, position, 'library');
    await vscode.workspace.applyEdit(edit);
    assert.equal(
      document.getText(),
      '@library = 42\n@twice = {{library}}{{library}}\nGET /x/?a={{library}}\n\n?? body group == {{library}}',
    );
    const [place] = await ask<vscode.Location[]>('executeDefinitionProvider', document, position);
    assert.equal(place?.range.start.line, 0);
    const uses = await ask<vscode.Location[]>('executeReferenceProvider', document, position);
    assert.equal(uses.length, 5);
    await assert.rejects(
      async () => ask('executeDocumentRenameProvider', document, position, 'two words'),
      /letters, digits/,
    );
    await assert.rejects(
      async () => ask('executeDocumentRenameProvider', document, position, 'twice'),
      /The name twice is already used/,
    );
  });

  it('knows the variables of the environment that a request names', async () => {
    const staging = service().shop.environments[0]?.name ?? '';
    const get = 'GET /hserve/v1/content/group/?limit={{size}}';
    await writeSetting('hydrogen.variables', { [staging]: { size: '1' } });
    const { document } = await open([`# @environment ${staging}`, get, '', '###', get]);
    await waitForProblems(document, [[4, /^size is not defined/]]);
  });

  it('finds the definition of a variable that counts', async () => {
    const { document, position } = await open(['@a = 1', '@a = 2', 'GET /x/?a={{|a}}']);
    const [place] = await ask<vscode.Location[]>('executeDefinitionProvider', document, position);
    assert.equal(place?.range.start.line, 1);
  });

  it('fixes a missing slash, a missing parameter and a wrong method', async () => {
    assert.deepEqual(await fixed(['GET /hserve/v1/content/gr|oup?limit=2']), {
      title: 'Change to /hserve/v1/content/group/',
      text: 'GET /hserve/v1/content/group/?limit=2',
    });
    const parameter = await fixed(['GET /hserve/v1/content/cat|egory/']);
    assert.equal(parameter.text, 'GET /hserve/v1/content/category/?content_group_id=');
    const method = await fixed(['P|UT /hserve/v2.1/login/email/', '', '{ "email": "a@example.com", "password": "x" }']);
    assert.match(method.text, /^POST /);
  });

  it('lists the valid values of a directive', async () => {
    const directives = ['# @name a b', '# @application', '# @environment', '# @as root', '# @timeout soon'];
    const { document } = await open([...directives, 'GET /hserve/v1/content/group/']);
    await waitForProblems(document, [
      [0, /^@name takes letters, digits/],
      [1, /^@application takes the name or ClientID/],
      [2, /^@environment takes the name or Env ID .* or Production\.$/],
      [3, /^@as takes user, openapi or anonymous\.$/],
      [4, /^@timeout takes a time from 1ms to 24 hours/],
    ]);
  });

  it('removes a header that the extension sets itself', async () => {
    const { title, text } = await fixed(['GET /hserve/v1/content/group/', 'X-Hydrogen-Client-|ID: 1', 'Accept: */*']);
    assert.deepEqual([title, text], ['Remove the header', 'GET /hserve/v1/content/group/\nAccept: */*']);
  });

  it('defines an undefined variable', async () => {
    const { title, text } = await fixed(['### Groups', 'GET /hserve/v1/content/group/?limit={{mo|st}}']);
    assert.deepEqual(
      [title, text],
      ['Define @most', '@most = \n### Groups\nGET /hserve/v1/content/group/?limit={{most}}'],
    );
  });
});
