import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { diagnose } from '../../../../src/requests/language/diagnose';
import type { Diagnostic } from '../../../../src/requests/language/diagnostic';
import { parseDocument } from '../../../../src/requests/document/parse';

const hosts = { serverDomain: 'https://blog.example.com', authUrl: 'https://auth.example.com' };
const context = {
  environmentVariables: { known: 'x', none: '' },
  environments: ['Staging', 'Twin', 'twin'].map((name, at) => ({ name, envId: `env-${at}` })),
  applications: [
    { name: 'Blog', clientId: 'client-blog', environments: [{ name: 'Preview', envId: 'env-preview' }], ...hosts },
    { name: 'Twin', clientId: 'client-2', environments: [], ...hosts },
    { name: 'twin', clientId: 'client-3', environments: [], ...hosts },
  ],
};

function found(text: string): Diagnostic[] {
  return diagnose(parseDocument(text), context);
}

/** Returns the document after its first fix. */
function fixed(text: string): string | undefined {
  const fix = found(text).find(one => one.fix !== undefined)?.fix;
  if (fix?.kind !== 'replace') return undefined;
  return text.slice(0, fix.range.start) + fix.text + text.slice(fix.range.end);
}

const hex = '0123456789abcdef0123456789abcdef01234567';

describe('diagnostics of request documents', () => {
  const cases: [text: string, code: string, at: string, detail?: string][] = [
    ['@a b', 'malformedVariable', '@a b'],
    ['GET /hserve/v2.2/server/time/\nnonsense', 'malformedHeader', 'nonsense'],
    [
      'POST /hserve/v2.2/table/t/record/\nContent-Type: multipart/form-data\n\n--x\nA: b\n  value\n--x--',
      'malformedHeader',
      'value',
    ],
    ['POST', 'missingTarget', 'POST'],
    ['BREW /hserve/v2.2/server/time/', 'unknownMethod', 'BREW', 'BREW'],
    ['GET /hserve/../x/', 'badPath', '/hserve/../x/'],
    ['GET hserve', 'badPath', 'hserve'],
    ['GET https://example.com/a?b', 'otherOrigin', 'https://example.com/a'],
    ['GET /hserve/v2.2/nothing/', 'unknownPath', '/hserve/v2.2/nothing/'],
    ['GET /hserve/v2.2/server/time', 'missingSlash', '/hserve/v2.2/server/time', '/hserve/v2.2/server/time/'],
    ['GET /hserve/v7/server/time/', 'otherVersion', '/hserve/v7/server/time/', '/hserve/v2.2/server/time/'],
    ['GET /hserve/v2.0/session/destroy/', 'wrongMethod', 'GET', 'POST'],
    ['GET /hserve/v1/content/category/', 'missingParameter', '/hserve/v1/content/category/', 'content_group_id'],
    [
      'GET /hserve/v2.2/content/detail/?limit=5',
      'missingParameter',
      '/hserve/v2.2/content/detail/',
      'category_id | content_group_id',
    ],
    ['GET /hserve/v2.2/user/info/?limit=2000', 'limitTooHigh', '2000', '1000'],
    ['GET /hserve/v2.2/user/info/\n\n{"a": 1}', 'bodyOfRead', '{"a": 1}'],
    ['POST https://example.com/\n\na\n\nDELETE /b/', 'requestInBody', 'DELETE /b/'],
    ['DELETE /oserve/v2.4/table/5/record/', 'changesAll', '/oserve/v2.4/table/5/record/'],
    ['PUT /oserve/v2.6/table/5/record/?limit=5', 'changesAll', '/oserve/v2.6/table/5/record/'],
    ['POST /hserve/v2.1/login/email/\n\n{"email": "a"}', 'missingField', '{', 'password'],
    ['POST /hserve/v2.0/user/password/reset/', 'missingField', 'POST /hserve/v2.0/user/password/reset/', 'email'],
    ['POST /hserve/v2.2/table/t/record/\n\n{"a": 1,}', 'invalidJson', '}', 'unexpectedToken'],
    ['POST /hserve/v2.2/table/t/record/\n\n{"a": "x\\q"}', 'invalidJson', '"x\\q"', 'badString'],
    ['POST /hserve/v2.2/table/t/record/\n\n{"a": [1', 'invalidJson', '', 'unexpectedEnd'],
    ['GET /hserve/v2.2/user/info/{{unknown}}/', 'undefinedVariable', '{{unknown}}', 'unknown'],
    ['GET /hserve/v2.2/user/info/{{nothere/', 'unclosedReference', '{{nothere', '{{nothere'],
    ['POST /hserve/v2.2/table/t/record/\nX-A: {{ a b', 'unclosedReference', '{{ a', '{{ a'],
    ['@b = {{known}} {{a}\nGET /hserve/v2.2/user/info/1/', 'unclosedReference', '{{a', '{{a'],
    ['@a = 1\n@a = 2\nGET /hserve/v2.2/user/info/{{a}}/', 'replacedVariable', '@a = 1', 'a'],
    ['@user_id =\nGET /hserve/v2.2/user/info/{{user_id}}/', 'emptyVariable', '{{user_id}}', 'user_id'],
    ['GET /hserve/v2.2/user/info/{{none}}/', 'emptyVariable', '{{none}}', 'none'],
    ['GET /hserve/v2.2/user/info/{{$uid}}/', 'unknownFunction', '{{$uid}}', '$uid'],
    ['GET /hserve/v2.2/user/info/{{$randomInt 1}}/', 'badArguments', '{{$randomInt 1}}', '$randomInt 1'],
    [
      'GET /hserve/v2.2/server/time/\nX-Hydrogen-Client-ID: 1',
      'ownHeader',
      'X-Hydrogen-Client-ID',
      'X-Hydrogen-Client-ID',
    ],
    [
      '@e = 1\nGET /hserve/v2.2/server/time/\nX-Hydrogen-Env-ID: {{e}}',
      'ownHeader',
      'X-Hydrogen-Env-ID',
      'X-Hydrogen-Env-ID',
    ],
    ['GET /hserve/v2.2/server/time/\nHost: a', 'badHeader', 'Host', 'Host'],
    ['# @nam a\nGET /hserve/v2.2/server/time/', 'unknownDirective', 'nam', 'nam'],
    ['# @as user\n# @as anonymous\nGET /hserve/v2.2/server/time/', 'repeatedDirective', '# @as anonymous', 'as'],
    [
      'GET /hserve/v2.2/server/time/\n# @environment Staging\nA: b',
      'strayDirective',
      '# @environment Staging',
      'environment',
    ],
    ['GET /hserve/v2.2/server/time/\n  //  @name\n', 'strayDirective', '//  @name', 'name'],
    [
      'GET /hserve/v2.2/server/time/\n\n# A comment.\n# @skip a\n?? status == 200',
      'strayDirective',
      '# @skip a',
      'skip',
    ],
    ['GET /hserve/v2.2/server/time/\n\n?? status == 200\n# @as user', 'strayDirective', '# @as user', 'as'],
    [
      '# @environment Staging\n\n### a\nGET /hserve/v2.2/server/time/',
      'strayDirective',
      '# @environment Staging',
      'environment',
    ],
    [
      'POST https://example.com/\n\na\n # @environment Staging\n',
      'strayDirective',
      '# @environment Staging',
      'environment',
    ],
    [
      '# @environment: Staging\nGET /hserve/v2.2/server/time/',
      'badDirective',
      '# @environment: Staging',
      'environment',
    ],
    ['//@timeout=5s\nGET /hserve/v2.2/server/time/', 'badDirective', '//@timeout=5s', 'timeout'],
    ['# @as root\nGET /hserve/v2.2/server/time/', 'badDirective', 'root', 'as'],
    ['# @timeout\nGET /hserve/v2.2/server/time/', 'badDirective', '# @timeout', 'timeout'],
    ['# @as openapi\nGET /hserve/v2.2/server/time/', 'wrongFamily', 'openapi', 'openapi'],
    ['# @as user\nGET /oserve/v2.2/server/time/', 'wrongFamily', 'user', 'user'],
    ['# @environment Moon\nGET /hserve/v2.2/server/time/', 'unknownEnvironment', 'Moon', 'Moon'],
    ['# @application Moon\nGET /hserve/v2.2/server/time/', 'unknownApplication', 'Moon', 'Moon'],
    ['# @application Twin\nGET /hserve/v2.2/server/time/', 'ambiguousApplication', 'Twin', 'Twin'],
    ['# @environment TWIN\nGET /hserve/v2.2/server/time/', 'ambiguousEnvironment', 'TWIN', 'TWIN'],
    ['# @application\nGET /hserve/v2.2/server/time/', 'badDirective', '# @application', 'application'],
    [
      '# @application Blog\n# @environment Staging\nGET /hserve/v2.2/server/time/',
      'unknownEnvironment',
      'Staging',
      'Staging',
    ],
    [`GET /oserve/v2.2/server/time/\nX-Token: ${hex}`, 'pastedSecret', hex, 'X-Token'],
    [`@secret = ${hex}`, 'pastedSecret', hex, 'secret'],
    ['@password = hunter2', 'pastedSecret', 'hunter2', 'password'],
    ['POST /hserve/v2.1/login/email/\n\n{"email": "a", "password": "hunter2"}', 'pastedSecret', 'hunter2', 'password'],
    ['POST https://example.com/\n\n{"a": [{"new_password": "hunter2"}]}', 'pastedSecret', 'hunter2', 'new_password'],
    [
      'POST /hserve/v2.1/login/email/\nContent-Type: application/x-www-form-urlencoded\n\nemail=a\n&password=hunter2',
      'pastedSecret',
      'hunter2',
      'password',
    ],
    [
      'GET https://example.com/\nAuthorization: Basic bmFtZTpwYXNzd29yZA==',
      'pastedSecret',
      'bmFtZTpwYXNzd29yZA==',
      'Authorization',
    ],
  ];
  for (const [text, code, at, detail] of cases) {
    it(`report ${code}: ${text.replaceAll('\n', ' ⏎ ')}`, () => {
      const [one] = found(text).filter(diagnostic => diagnostic.code === code);
      assert.ok(one !== undefined, JSON.stringify(found(text)));
      assert.equal(text.slice(one.range.start, one.range.end), at);
      assert.equal(one.detail, detail);
      const others = found(text).filter(
        diagnostic =>
          diagnostic.code !== code && diagnostic.code !== 'otherOrigin' && diagnostic.code !== 'wrongMethod',
      );
      assert.deepEqual(others, []);
    });
  }

  const right = [
    'GET /hserve/v2.2/server/time/',
    'GET /hserve/v1/content/category/?content_group_id={{known}}',
    'GET /hserve/v1/content/category/\n  ?limit=1\n  &content_group_id=1',
    'GET /hserve/v1/content/category/?{{known}}',
    '@same = 1\n@same = 1\nGET /hserve/v2.2/server/time/',
    '@path = /hserve/v2.2/table/t/record\nGET {{path}}/1/',
    'GET {{known}}/a',
    '@id = {{$dotenv ID public}}\nGET /hserve/v2.2/user/info/{{id}}/',
    '# @as user\nGET /{{known}}/v2.2/user/info/1/',
    'POST /hserve/v2.1/login/email/\nContent-Type: application/x-www-form-urlencoded\n\nemail=a&password={{$secret password}}',
    'POST /hserve/v2.1/login/email/\n\n{"email": "a", "password": "•••"}',
    'POST /hserve/v2.1/login/email/\n\n{"email": "password", "password": ""}',
    'POST /hserve/v2.2/table/t/record/\n\n{"code": "1234", "token_type": "Bearer"}',
    'POST /hserve/v2.1/login/email/\n\n< ./login.json',
    'POST /hserve/v2.2/table/t/record/\n\n[{"a": {{known}}}, "{{known}}"]',
    '# @name a\nPOST /hserve/v2.0/login/anonymous/\n###\nGET /hserve/v2.2/user/info/{{a.response.body.user_id}}/',
    '@t = {{known}}\nGET /hserve/v2.0/idp/pay/order/\nAuthorization: Hydrogen-r1 {{t}}',
    '# @environment staging\n# @as user\n# @timeout 5s\nGET /hserve/v2.0/idp/pay/order/',
    'GET https://example.com/\nX-Hydrogen-Client-ID: 1',
    '@用户 = 1\n# @name 登录\nGET /hserve/v2.2/user/info/{{用户}}/\n###\nGET /hserve/v2.2/user/info/{{登录.response.body.id}}/',
    'GET /hserve/v2.2/user/info/1/\nX-A: {{known}} {{ } {{"a" {{1',
    'GET /hserve/v2.2/user/info/?limit={{none}}',
    '# @note a\n### a\nGET /hserve/v2.2/server/time/\n### b\n# @name b\n',
    'GET /hserve/v2.2/server/time/\n# @nam\n# by @name\n# @names a\n\n?? status == 200\n# @',
    '# @application blog\n# @environment Preview\nGET /hserve/v2.2/server/time/',
    '# @application client-3\nGET /hserve/v2.2/server/time/',
    '# @environment 生产环境\nGET /hserve/v2.2/server/time/',
  ];
  for (const text of right) {
    it(`report nothing: ${text.replaceAll('\n', ' ⏎ ')}`, () => {
      assert.deepEqual(
        found(text).filter(({ code }) => code !== 'otherOrigin'),
        [],
      );
    });
  }

  const fixes: [text: string, fixed: string][] = [
    ['GET /hserve/v2.2/user/info/{{用户}}/', '@用户 = \nGET /hserve/v2.2/user/info/{{用户}}/'],
    ['GET /hserve/v2.2/server/time?a=b', 'GET /hserve/v2.2/server/time/?a=b'],
    ['GET /hserve/v7/server/time/', 'GET /hserve/v2.2/server/time/'],
    ['GET /hserve/v2.2/user/info/a%3Fb', 'GET /hserve/v2.2/user/info/a%3Fb/'],
    ['GET /hserve/v7/user/info/a%3Fb/', 'GET /hserve/v2.2/user/info/a%3Fb/'],
    ['GET /hserve/v2.0/session/destroy/', 'POST /hserve/v2.0/session/destroy/'],
    ['/hserve/v2.0/session/destroy/', 'POST /hserve/v2.0/session/destroy/'],
    ['GET /hserve/v1/content/category/', 'GET /hserve/v1/content/category/?content_group_id='],
    ['GET /hserve/v1/content/category/?limit=1', 'GET /hserve/v1/content/category/?limit=1&content_group_id='],
    ['GET /hserve/v2.2/server/time/\nX-Hydrogen-Env-ID: 1\nA: b', 'GET /hserve/v2.2/server/time/\nA: b'],
  ];
  for (const [text, expected] of fixes) {
    it(`fix ${text.replaceAll('\n', ' ⏎ ')}`, () => assert.equal(fixed(text), expected));
  }

  it('suggest the name of a pasted secret for the secret storage', () => {
    const [one] = found(`POST https://example.com/\n\n{"client_secret": "${hex}"}`).filter(
      ({ code }) => code === 'pastedSecret',
    );
    assert.ok(one?.fix?.kind === 'moveSecret');
    assert.equal(one.fix.name, 'clientSecret');
    assert.equal(JSON.stringify(one).includes(hex), false);
  });

  it('accept a complete address of the application', () => {
    const own = { serverDomain: 'https://shop.example.com', authUrl: 'https://auth.example.com' };
    const codes = (text: string) => diagnose(parseDocument(text), { ...context, origins: own }).map(({ code }) => code);
    assert.deepEqual(codes('GET https://shop.example.com/hserve/v2.2/server/time/'), []);
    assert.deepEqual(codes('GET https://shop.example.com.evil.example/'), ['otherOrigin']);
  });

  it('accept the hosts of the application that a request names', () => {
    const text = '# @application Blog\nGET https://blog.example.com/hserve/v2.2/server/time/';
    assert.deepEqual(found(text), []);
  });

  it('report a repeated name', () => {
    const request = '# @name a\nGET /hserve/v2.2/server/time/\n';
    assert.deepEqual(
      found(`${request}###\n${request}`).map(({ code }) => code),
      ['duplicateName'],
    );
  });

  it('are in order and inside of any text', () => {
    const pieces = [
      '###',
      '# @as',
      '@a=',
      '{{a}}',
      '{{',
      '}}',
      '"',
      '{',
      '}',
      '[',
      ':',
      ',',
      '\\',
      '\n',
      '\n\n',
      ' ',
      'GET',
      'POST ',
      '/hserve/v2.2/',
      'server/time/',
      '?',
      '&',
      '=',
      'https://',
      'Authorization: ',
      hex,
      'Content-Type: multipart/form-data',
      '--',
      '💡',
    ];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), text => {
        let last = 0;
        for (const { range, fix } of found(text)) {
          assert.ok(range.start >= last && range.end >= range.start && range.end <= text.length);
          assert.ok(fix === undefined || (fix.range.start >= 0 && fix.range.end <= text.length));
          last = range.start;
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
