import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseCliProfile } from '../../../src/applications/cliProfile';
import { findClientIds, isComplete, maximumFiles } from '../../../src/applications/discovery';

const one = '0a1b2c3d4e5f60718293';
const other = 'ffeeddccbbaa99887766';

describe('the profile of the command-line tool', () => {
  it('names applications, the current one first, and counts tokens without returning them', () => {
    const profile = parseCliProfile(
      `; made by a tool\nclient_id = ${other}\ntokens=${one}:token-1,${other}:token-2\n[x]\n`,
    );
    assert.deepEqual(profile, { clientIds: [other, one], tokens: 2 });
  });

  it('is read with quotes, white space, other line ends and a byte order mark', () => {
    assert.deepEqual(parseCliProfile(`\ufefftokens = "${one}:t , ${other}:"\r\nclient_id='${one}'\r\n`), {
      clientIds: [one, other],
      tokens: 1,
    });
  });

  it('can be JSON', () => {
    assert.deepEqual(parseCliProfile(JSON.stringify({ client_id: one, tokens: `${other}:t`, n: 1 })), {
      clientIds: [one, other],
      tokens: 1,
    });
    assert.deepEqual(parseCliProfile('{ broken'), { clientIds: [], tokens: 0 });
  });

  it('is read without invalid ClientIDs', () => {
    assert.deepEqual(parseCliProfile(`client_id=two words\ntokens=:t,,${'x'.repeat(101)}:t,字:t`).clientIds, []);
  });

  it('names no host', () => {
    for (const id of ['evil.example.com/', 'evil.example.com#', 'a@evil.example.com?', 'a:1', '-', 'x'.repeat(64)]) {
      assert.deepEqual(
        parseCliProfile(`client_id=${id}\ntokens=${id}:t`).clientIds.filter(one => one !== 'a'),
        [],
        id,
      );
      assert.deepEqual(findClientIds(JSON.stringify({ client_id: id }), '/project/.mincloudrc'), [], id);
    }
  });

  it('is read without failing, regardless of its content', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        for (const id of parseCliProfile(text).clientIds) assert.match(id, /^[a-z\d][a-z\d-]{0,62}$/i);
      }),
    );
  });
});

describe('the ClientIDs of a project', () => {
  const found = (text: string, file = 'app.js') => findClientIds(text, file).map(({ clientId }) => clientId);

  it('are found in calls that start the SDK', () => {
    assert.deepEqual(
      findClientIds(`App({\n  onLaunch() {\n    wx.BaaS.init('${one}', { autoLogin: true })`, 'app.js'),
      [{ clientId: one, line: 3 }],
    );
    assert.deepEqual(found(`window.BaaS\n  .init( "${one}" )`), [one]);
    assert.deepEqual(found(`my.BaaS.init(\`${one}\`)`), [one]);
  });

  it('are found in the constants of these calls, and in the address of the server', () => {
    assert.deepEqual(found(`let clientID = '${one}'\nwx.BaaS.init(clientID)`), [one]);
    assert.deepEqual(found(`globalData: { clientId: "${one}" }`), [one]);
    assert.deepEqual(found(`{ "client_id": "${one}" }`, 'config.json'), [one]);
    assert.deepEqual(found(`fetch('https://${one}.myminapp.com/hserve/v1/')`), [one]);
  });

  it('are found in the profile of the command-line tool', () => {
    assert.deepEqual(found(`client_id=${one}`, 'project/.mincloudrc'), [one]);
    assert.deepEqual(found(`client_id=${one}`, 'project/other.js'), []);
  });

  it('are listed once each, in order', () => {
    assert.deepEqual(found(`BaaS.init('${other}'); clientId = '${one}'; BaaS.init('${other}')`), [other, one]);
  });

  it('are neither words of examples nor other IDs', () => {
    assert.deepEqual(
      found("BaaS.init('clientID'); BaaS.init('YOUR_CLIENT_ID'); BaaS.init(config.id); BaaS.init('')"),
      [],
    );
    assert.deepEqual(found(`wx.cloud.init({ env: '${one}' }); appId: '${one}'; clientIdle = '${one}'`), []);
    assert.deepEqual(found(`https://${one}.myminapp.com.evil.example/`), []);
  });

  it('are found completely unless one kind of file reaches its limit', () => {
    const files = (length: number) => Array.from({ length });
    assert.ok(isComplete([files(1), files(maximumFiles - 1)]));
    assert.ok(!isComplete([files(0), files(maximumFiles)]));
  });

  it('are found quickly in any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('BaaS', '.init(', "'", ' ', one, 'clientId', ':', '\n', 'https://')),
        parts => {
          const text = parts.join('');
          for (const { clientId, line } of findClientIds(text, 'x.ts')) {
            assert.ok((text.split('\n')[line - 1] ?? '').length > 0 && text.includes(clientId));
          }
        },
      ),
    );
    assert.deepEqual(found(`BaaS${' '.repeat(200_000)}.init(`), []);
  });
});
