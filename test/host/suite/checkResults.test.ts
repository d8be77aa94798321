import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Application } from '../../../src/applications/application';
import type { Verdict } from '../../../src/requests/checks/verdict';
import { parsedDocument } from '../../../src/ui/requests/document/parsedDocument';
import { destinationsOf, likelySelection } from '../../../src/ui/requests/document/requestTarget';
import { CheckResults } from '../../../src/ui/requests/sending/checkResults';
import { openUntitled } from '../../../src/ui/platform/textEdits';

describe('the results of checks', () => {
  const changed = new vscode.EventEmitter<void>();
  let target = 'staging';
  const results = new CheckResults(
    () => target,
    listener => changed.event(listener),
  );
  after(() => void vscode.Disposable.from(results, changed).dispose());

  it('are both kept for two targets, and shown with their target', async () => {
    const content = 'GET /a/\n\n?? status == 200\n';
    const document = await openUntitled('hydrogen-http', content);
    const request = parsedDocument(document).requests[0] ?? assert.fail();
    const verdict = (passed: boolean) => [
      {
        title: 'status == 200',
        passed,
        range: request.line,
        failure: 'notJson',
        differences: [],
      } as unknown as Verdict,
    ];
    const add = (where: string, verdicts: readonly Verdict[]) => {
      results.begin(document, request, where);
      const response = vscode.Uri.parse(`hydrogen-response:/${where}`);
      // A comparison sends the request without its directives.
      results.add(document, document.version, { ...request, directives: [] }, { verdicts, target: where, response });
    };
    const shown = () => results.currentVerdicts(document, request).map(({ passed }) => passed);
    const problems = () => vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === 'check').length;
    add('staging', verdict(false));
    add('production', verdict(true));
    assert.deepEqual([shown(), problems()], [[false], 1]);
    assert.equal(results.of(document, request)?.response?.path, '/staging');
    target = 'production';
    changed.fire();
    assert.deepEqual([shown(), problems()], [[true], 0]);
    target = 'elsewhere';
    changed.fire();
    assert.deepEqual([shown(), problems()], [[], 0]);
    assert.equal(results.of(document, request)?.response?.path, '/production', 'the newest');
    results.begin(document, request, 'production');
    assert.equal(results.of(document, request)?.response?.path, '/staging');
  });
});

describe('the destination of a request', () => {
  it('is found as far as the request and the selection name it', async () => {
    const open = async (content: string) => {
      const document = await openUntitled('hydrogen-http', content);
      return { document, request: parsedDocument(document).requests[0] ?? assert.fail() };
    };
    const { document, request } = await open('# @application Gone\n# @environment Staging\nGET /x/');
    const application = { name: 'Shop', clientId: 'shop', authUrl: 'https://a.example', environments: [] };
    const selected = { application: { ...application, serverDomain: 'https://b.example' } as unknown as Application };
    const unknown = await destinationsOf(document, { ...selected, environment: undefined }, [])(request);
    assert.deepEqual([unknown?.application, unknown?.label, unknown?.refused], ['Gone', 'Staging', undefined]);
    const found = await open('# @application Shop\n# @environment Staging\nGET /x/');
    const all = [selected.application];
    const refused = await destinationsOf(found.document, { ...selected, environment: undefined }, all)(found.request);
    assert.equal(refused?.refused, 'Staging');
    const pinned = await open('# @environment Production\nGET /x/');
    const named = await destinationsOf(pinned.document, undefined, all)(pinned.request);
    assert.deepEqual([named?.application, named?.label], ['Shop', 'Production']);
    assert.equal(likelySelection(pinned.request, undefined, all)?.application, all[0]);
    assert.equal(await destinationsOf(document, undefined, all)(request), undefined);
  });
});
