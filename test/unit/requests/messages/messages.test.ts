import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Verdict } from '../../../../src/requests/checks/verdict';
import { RequestMessages } from '../../../../src/requests/messages/messages';
import { format } from '../../../../src/api/messages/template';
import { editorTemplates, programTemplates } from '../../../../src/requests/messages/templates';

const english = (template: string, ...values: (string | number)[]) => format(template, values);
const editor = new RequestMessages(english, editorTemplates);
const program = new RequestMessages(english, programTemplates);
const range = { start: 0, end: 0 };
const failed: Verdict = {
  ...{ range, title: 'status == 201', passed: false, differences: [] },
  ...{ failure: undefined, detail: undefined, expected: undefined, actual: undefined },
};

describe('the messages of requests and checks', () => {
  it('insert values only once, so that a value with braces stays as it is', () => {
    assert.equal(format('{0} and {1}', ['{1}', '{0}']), '{1} and {0}');
    assert.equal(format('{{name}} {2}', ['a']), '{{name}} {2}');
  });

  it('are the same in the editor and the command line unless the remedy differs', () => {
    assert.equal(editor.request('badMethod', 'FETCH'), 'There is no method FETCH.');
    assert.equal(program.request('badMethod', 'FETCH'), editor.request('badMethod', 'FETCH'));
    assert.match(editor.request('undefinedVariable', 'a'), /in the setting hydrogen\.variables\.$/);
    assert.match(program.request('undefinedVariable', 'a'), /under "variables" in hydrogen\.json\.$/);
    const text = 'No request of this document is called log-in. Write # @name log-in above it.';
    for (const host of [editor, program])
      assert.equal(host.request('undefinedVariable', 'log-in.response.body.id'), text);
  });

  it('show the syntax of a function, and the valid values of a directive', () => {
    assert.match(program.request('badArguments', '$randomInt x'), /Write it as \$randomInt 1 100\.$/);
    assert.match(program.request('badArguments', '$timestamp 1 day'), /Write it as \$timestamp -1 d\.$/);
    assert.equal(program.request('badDirective', 'only'), '@only takes no value.');
    assert.match(program.request('secretInAddress', '$dotenv KEY'), /write \{\{\$dotenv KEY public\}\}\.$/);
  });

  it('name the failed request that left nothing for the next one', () => {
    const text =
      'The request login failed with 400, so there is nothing at login.response.body.id. Correct login, then send it again.';
    for (const host of [editor, program]) assert.equal(host.request('noValue', 'login.response.body.id', 400), text);
    assert.match(editor.request('noValue', 'login.response.body.id'), /^The response has nothing/);
  });

  it('explain how a path begins', () => {
    assert.equal(editor.request('badPath', undefined), 'A path begins with /hserve/ or /oserve/.');
  });

  it('explain why a header cannot be sent', () => {
    assert.match(program.request('badHeader', 'Host'), /^Host is derived/);
    assert.match(program.request('badHeader', 'Connection'), /^Connection belongs to the connection/);
    assert.match(program.request('badHeader', 'a b'), /^The header a b has a character/);
  });

  it('list the first five differences from the documentation with their types', () => {
    const wrong = { code: 'wrongType', path: 'id', expected: 'integer', received: 'string' } as const;
    const missing = { code: 'missing', path: '', expected: 'object' } as const;
    const text = program.verdict({ ...failed, differences: [wrong, missing, wrong, wrong, wrong, wrong] });
    assert.match(
      text,
      /^The response differs from its documentation: id is string instead of integer, the response is missing,/,
    );
    assert.match(text, /integer, …$/);
  });

  it('add the comparison to the reason of a failed check', () => {
    assert.equal(program.verdict({ ...failed, expected: '201', actual: '200' }), 'Expected 201, but it is 200.');
    const other = { ...failed, operator: '!=', expected: '200', actual: '200' } as const;
    assert.equal(program.verdict(other), 'Expected != 200, but it is 200.');
    assert.equal(program.verdict({ ...other, operator: '==', actual: '404' }), 'Expected 200, but it is 404.');
    assert.equal(program.verdict({ ...failed, actual: '200' }), 'It is 200.');
    assert.equal(program.verdict({ ...failed, failure: 'notJson' }), 'The body is not JSON.');
    assert.equal(program.verdict({ ...failed, passed: true }), '');
  });

  it('include the text of an error, and explain other problems of a run', () => {
    assert.equal(program.problem({ code: 'error', detail: 'It broke.' }), 'It broke.');
    assert.equal(program.problem({ code: 'skip' }), '# @skip');
    assert.equal(editor.problem({ code: 'bail' }), 'An earlier request failed.');
  });
});
