import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { directive } from '../../../../src/requests/document/syntax';
import { diagnose } from '../../../../src/requests/language/diagnose';
import { parseDocument } from '../../../../src/requests/document/parse';

describe('diagnostics for the target of a request', () => {
  const get = 'GET /hserve/v2.2/user/info/{{id}}/\n';
  const valuesOf: Record<string, Record<string, string>> = { Staging: { id: '1', host: 'a' }, Empty: { id: '' } };

  /** Returns the problems if production has no variables, and each environment its own ones. */
  function found(text: string): string[] {
    const document = parseDocument(text);
    const problems = diagnose(document, {
      environmentVariables: {},
      variablesOf: request => valuesOf[directive(request, 'environment')?.value.text ?? ''] ?? {},
    });
    return problems.map(
      ({ code, range }) => `${code} in line ${document.text.slice(0, range.start).split('\n').length}`,
    );
  }

  it('know the variables of the environment that the request names', () => {
    assert.deepEqual(found(`# @environment Staging\n${get}`), []);
    assert.deepEqual(found(`# @environment Staging\n${get}\n###\n${get}`), ['undefinedVariable in line 5']);
    assert.deepEqual(found(`# @environment Empty\n${get}`), ['emptyVariable in line 2']);
  });

  it('accept in a variable of the document what any of its requests knows', () => {
    const text = `@name = {{host}}\n###\n# @environment Staging\n${get}`;
    assert.deepEqual(found(text), []);
    assert.deepEqual(found(text.replace('Staging', 'Other')), [
      'undefinedVariable in line 1',
      'undefinedVariable in line 4',
    ]);
  });

  it('accept an empty variable before the path', () => {
    assert.deepEqual(found('@host =\nGET {{host}}/hserve/v2.2/server/time/'), []);
    const again = '@host =\nGET {{host}}/hserve/v2.2/user/info/{{host}}/';
    assert.deepEqual(found(again), ['emptyVariable in line 2']);
  });

  it('report a secret in the address, also one behind variables', () => {
    assert.deepEqual(found('GET /hserve/v2.2/user/info/{{$secret id}}/'), ['secretInAddress in line 1']);
    const behind = '@id = {{part}}-1\n@part = {{$dotenv ID}}\nGET /hserve/v2.2/user/info/{{id}}/';
    assert.deepEqual(found(behind), ['secretInAddress in line 3']);
    assert.deepEqual(found(behind.replace('$dotenv ID', '$dotenv ID public')), []);
  });

  it('report a header and an identity that do not fit a complete address of the application, too', () => {
    const origins = { serverDomain: 'https://shop.example.com', authUrl: 'https://auth.example.com' };
    const codes = (host: string) =>
      diagnose(parseDocument(`# @as openapi\nGET ${host}/hserve/v2.2/server/time/\nX-Hydrogen-Env-ID: 1`), {
        environmentVariables: {},
        origins,
      }).map(({ code }) => code);
    assert.deepEqual(codes(origins.serverDomain), ['wrongFamily', 'ownHeader']);
    assert.deepEqual(codes('https://example.com'), ['otherOrigin']);
  });
});
