import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { run } from './fixture';
import { titlesOf, withUser } from './person';
import { sendRequest, useDocuments, useFolder, useSelectedShop } from './requestDocuments';

const question = 'Send this to another application?';
const tables = 'POST /oserve/v1.8/table/';
const values = 'Let document-\\d+\\.hydrogen\\.http use values';

describe('a request whose document chooses the application by a token', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  const open = useDocuments(folder);
  const sent = () => service().sandbox.requests.length;
  /** Sends a request and allows everything, except to send to another application. Returns the questions. */
  const questionsFor = async (lines: readonly string[]) => {
    const document = await open(lines);
    const answers = [[new RegExp(values), 'Allow'] as const, [/^Secret “/, 'a-token-of-the-user-1'] as const];
    const asked = await withUser(answers, () => sendRequest(document));
    return asked.filter(({ kind }) => kind === 'modal');
  };
  before(async () => {
    const { clientId, environments } = service().shop;
    // Production would ask another question.
    await run('application.select', { clientId, envId: environments[0]?.envId });
    process.env.HYDROGEN_FOREIGN_TEST = 'a-value-of-this-machine-1';
    process.env.HYDROGEN_FOREIGN_PUBLIC = 'another-value-of-this-machine-2';
    await writeFile(path.join(folder(), 'hello.txt'), 'hello');
  });
  after(() => {
    delete process.env.HYDROGEN_FOREIGN_TEST;
    delete process.env.HYDROGEN_FOREIGN_PUBLIC;
  });

  const token = ['@t = of-the-attacker', tables, 'Authorization: Bearer {{t}}', ''];
  const cases: [what: string, body: string, named: string][] = [
    ['a file', '< ./hello.txt', './hello.txt'],
    ['a value of this machine', '{{$processEnv HYDROGEN_FOREIGN_TEST}}', '{{$processEnv HYDROGEN_FOREIGN_TEST}}'],
    ['a public value of this machine', '{{$processEnv HYDROGEN_FOREIGN_PUBLIC public}}', 'HYDROGEN_FOREIGN_PUBLIC'],
    ['a secret', '{{$secret foreign}}', '{{$secret foreign}}'],
  ];
  for (const [what, body, named] of cases) {
    it(`asks before it carries ${what}, and sends nothing when the user declines`, async () => {
      const before = sent();
      const asked = (await questionsFor([...token, body])).filter(({ title }) => title === question);
      assert.equal(asked.length, 1);
      const said = `Its token, cookie or ClientID is not known for ${service().shop.name}. The application that it belongs to would get: ${named}\n`;
      assert.ok(asked[0]?.detail.startsWith(said), asked[0]?.detail);
      assert.equal(sent(), before);
    });
  }

  it('asks once for each token', async () => {
    const before = sent();
    const lines = ['@t = of-the-attacker', `@u = of-another`];
    const requests = ['t', 't', 'u'].map(one => `###\n${tables}\nAuthorization: Bearer {{${one}}}\n\n< ./hello.txt\n`);
    const document = await open([...lines, ...requests]);
    const answers = [[/^Send this to another/, 'Send'] as const];
    const titles = [];
    for (const index of [0, 1, 2]) {
      const asked = await withUser(answers, () => sendRequest(document, index));
      titles.push(titlesOf(asked.filter(({ kind }) => kind === 'modal')));
    }
    assert.deepEqual(titles, [[question], [], [question]]);
    assert.equal(sent(), before + 3);
  });

  it('is sent without a question if it carries nothing, or if the user gave the token', async () => {
    const before = sent();
    assert.deepEqual(await questionsFor([...token, '{}']), []);
    const secret = [tables, 'Authorization: Bearer {{$secret own}}', '', '< ./hello.txt'];
    assert.deepEqual(titlesOf(await questionsFor(secret)), []);
    assert.deepEqual(titlesOf(await questionsFor([tables, '', '< ./hello.txt'])), []);
    assert.equal(sent(), before + 3);
  });
});
