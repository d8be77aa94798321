import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  findOperation,
  operationById,
  operations,
  operationsOf,
  type Operation,
} from '../../../../src/api/operations/catalogue';

function requireOperation(id: string): Operation {
  return operationById(id) ?? assert.fail(`no operation ${id}`);
}

const required = (operation: Operation): string[] =>
  [...operation.query, ...operation.body].filter(field => field.required).map(field => field.name);

describe('the catalogue of operations', () => {
  const specified: [id: string, line: string, authorization: string, needed: string[]][] = [
    ['authorization.authorize', 'POST /api/oauth2/hydrogen/openapi/authorize/', 'none', ['client_id', 'client_secret']],
    [
      'authorization.accessToken',
      'POST /api/oauth2/access_token/',
      'none',
      ['client_id', 'client_secret', 'code', 'grant_type'],
    ],
    [
      'authorization.refreshToken',
      'POST /api/oauth2/access_token/',
      'none',
      ['client_id', 'client_secret', 'refresh_token', 'grant_type'],
    ],
    ['order.list', 'GET /hserve/v2.0/idp/pay/order/', 'user', []],
    ['contentCategory.list', 'GET /hserve/v1/content/category/', 'client', ['content_group_id']],
    ['session.destroy', 'POST /hserve/v2.0/session/destroy/', 'user', []],
  ];
  for (const [id, line, authorization, needed] of specified) {
    it(`contains ${line} (${id}) as specified`, () => {
      const operation = requireOperation(id);
      assert.equal(`${operation.method} ${operation.path}`, line);
      assert.equal(operation.authorization, authorization);
      assert.deepEqual(required(operation), needed);
      assert.match(operation.source, /^specification, Endpoints/);
    });
  }

  it('marks no other operation as specified', () => {
    const others = operations.filter(({ source }) => source.startsWith('specification'));
    assert.equal(others.length, specified.length);
  });

  it('contains each operation once, with one method and path', () => {
    assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
    const calls = operations.flatMap(({ method, path, otherPaths, when }) =>
      [path, ...otherPaths].map(
        template => `${method} ${template.replace(/:\w+/g, ':')} ${when === undefined ? '' : when.value}`,
      ),
    );
    const twice = calls.filter((call, index) => calls.indexOf(call) !== index);
    assert.deepEqual(twice, []);
  });

  it('ends every path with a slash, and changes only the version between the paths of one operation', () => {
    for (const { id, path, otherPaths } of operations) {
      for (const template of [path, ...otherPaths]) {
        assert.match(template, /^\/(hserve|oserve|api)\/.*\/$/, id);
        assert.equal(template.replace(/\/v[\d.]+\//, '/'), path.replace(/\/v[\d.]+\//, '/'), id);
      }
    }
  });

  it('treats only GET as reading, and knows the effect of the others', () => {
    for (const { id, method, risk } of operations) if (method !== 'GET') assert.notEqual(risk, 'reads', id);
  });

  it('marks operations that cost money, and those that change no data', () => {
    const marked = (risk: string): string[] => operations.filter(one => one.risk === risk).map(({ id }) => id);
    assert.deepEqual(marked('opensSession'), [
      'user.logInByEmail',
      'user.logInByUsername',
      'user.logInByPhone',
      'web.redirect',
    ]);
    // These operations create a user if the person is unknown.
    for (const id of ['user.registerByEmail', 'user.logInAnonymously', 'user.logInBySms', 'wechat.logInSilently']) {
      assert.equal(requireOperation(id).risk, 'writes');
    }
    assert.deepEqual(marked('spendsMoney'), ['order.create', 'sms.send', 'openApi.sms.send']);
    assert.deepEqual(marked('endsTokens'), ['session.destroy', 'authorization.refreshToken']);
    for (const id of ['cloudFunction.run', 'openApi.cloudFunction.debug', 'openApi.webhook.get']) {
      assert.equal(requireOperation(id).risk, 'runsCode');
    }
  });

  it('requires the Access Token only and always in the Open API, except where it is issued or a key is in the path', () => {
    for (const { id, family, authorization } of operations) {
      const keyed = id.startsWith('authorization.') || id.startsWith('openApi.webhook.');
      assert.equal(authorization === 'accessToken', family === 'openApi' && !keyed, id);
    }
  });

  it('marks operations as deprecated that the documentation calls old', () => {
    const old = operations.filter(({ deprecated }) => deprecated).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(old, [
      'GET /oserve/v1/miniapp/user-profile/',
      'GET /oserve/v1/miniapp/user-profile/:profile_id/',
      'GET /oserve/v1/user/info/',
      'GET /oserve/v1/user/info/:user_id/',
      'PUT /oserve/v1/user/info/:user_id/',
      'GET /oserve/v1/content/group/',
      'GET /oserve/v1/content/group/:id/',
      'GET /oserve/v1/content/category/',
      'GET /oserve/v1/content/category/:id/',
      'GET /oserve/v1/content/detail/',
      'GET /oserve/v1/content/detail/:id/',
    ]);
    const versions = operations.flatMap(({ method, oldPaths }) => oldPaths.map(path => `${method} ${path}`));
    assert.deepEqual(versions, [
      'POST /hserve/v1/upload/',
      'GET /hserve/v1.3/uploaded-file/',
      'GET /hserve/v1.3/uploaded-file/:file_id/',
      'DELETE /hserve/v1.3/uploaded-file/:file_id/',
      'DELETE /hserve/v1.3/uploaded-file/',
      'GET /oserve/v1.9/miniapp/user_profile/',
      'GET /oserve/v1.9/miniapp/user_profile/:user_id/',
      'PUT /oserve/v1.9/miniapp/user_profile/:user_id/',
      'POST /oserve/v1/upload/',
    ]);
    for (const { id, otherPaths, oldPaths } of operations)
      assert.ok(
        oldPaths.every(path => otherPaths.includes(path)),
        id,
      );
  });

  it('has the fields that documentation and SDKs send', () => {
    for (const [id, ...names] of [
      ['openApi.contentGroup.create', 'acl_gids'],
      ['openApi.userGroup.list', 'parent_id'],
      ['openApi.userSupergroup.create', 'children'],
      ['openApi.user.updateAccount', 'new_password'],
      ['file.upload', 'random_file_link'],
      ['file.uploadResumably', 'file_size', 'random_file_link'],
      ['user.logInBySms', 'create_user'],
      ['wechat.logInSilently', 'create_user'],
      ['openApi.user.listOld', 'nickname__contains', 'group__in', 'created_at__gte', 'created_at__lte', 'user_id'],
      ['openApi.job.list', 'source', 'status', 'service_type', 'created_at__gte', 'created_at__lte'],
    ] as const) {
      const { query, body } = requireOperation(id);
      const known = [...query, ...body].map(({ name }) => name);
      for (const name of names) assert.ok(known.includes(name), `${id}: ${name}`);
    }
  });

  it('has operations in every category', () => {
    const categories = [
      ...(['user', 'database', 'contentLibrary', 'file', 'cloudFunction', 'payment', 'sms'] as const),
      ...(['miniProgram', 'tools', 'authorization'] as const),
    ];
    assert.equal(categories.map(operationsOf).flat().length, operations.length);
    for (const category of categories) assert.ok(operationsOf(category).length > 0, category);
  });
});

describe('finding the operation of a request line', () => {
  it('finds every operation by every version of its path', () => {
    for (const { id, method, path, otherPaths, when } of operations) {
      for (const template of [path, ...otherPaths]) {
        const match = findOperation(
          method,
          template.replace(/:(\w+)/g, 'the%20$1'),
          when && { [when.field]: when.value },
        );
        assert.ok(match.kind === 'found', `${id} ${template}`);
        assert.equal(match.operation.id, id);
        assert.equal(match.template, template);
        for (const [name, value] of Object.entries(match.parameters)) assert.equal(value, `the ${name}`);
      }
    }
  });

  it('matches a variable with any segment', () => {
    const match = findOperation('get', '/hserve/v2.2/table/{{table}}/record/{{id}}/');
    assert.ok(match.kind === 'found');
    assert.equal(match.operation.id, 'record.get');
    assert.deepEqual(match.parameters, { table_name: '{{table}}', record_id: '{{id}}' });
  });

  it('assumes the riskier of two operations that differ only in their body', () => {
    const match = findOperation('POST', '/api/oauth2/access_token/');
    assert.equal(match.kind === 'found' && match.operation.id, 'authorization.refreshToken');
  });

  const misses: [line: string, kind: string, hint: unknown][] = [
    ['GET /hserve/v1/content/category', 'missingSlash', '/hserve/v1/content/category/'],
    ['GET /hserve/v1/content/category/7', 'missingSlash', '/hserve/v1/content/category/7/'],
    ['GET /hserve/v9/content/category/', 'otherVersion', '/hserve/v1/content/category/'],
    ['GET /hserve/v3.1/content/category/7', 'otherVersion', '/hserve/v2.2/content/category/7/'],
    ['PATCH /hserve/v2.0/session/destroy/', 'wrongMethod', ['POST']],
    ['PATCH /hserve/v2.2/table/a/record/b/', 'wrongMethod', ['GET', 'PUT', 'DELETE']],
    ['GET /userve/v1/user-profile/', 'unknown', undefined],
    ['GET ', 'unknown', undefined],
    ['GET /hserve/v2.2/table//record/', 'unknown', undefined],
  ];
  for (const [line, kind, hint] of misses) {
    it(`treats ${line} as ${kind}`, () => {
      const [method = '', path = ''] = line.split(' ');
      const match = findOperation(method, path);
      assert.equal(match.kind, kind);
      assert.deepEqual('path' in match ? match.path : 'methods' in match ? match.methods : undefined, hint);
    });
  }
});
