import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { Secret } from '../../../src/api/secret';
import { memoryStore } from '../../../src/auth/memoryStore';
import { ApplicationStore } from '../../../src/ui/applications/applicationStore';
import { showSettingsProblemsAgain } from '../../../src/ui/applications/settingsProblems';
import type { Http } from '../../../src/ui/network/http';
import type { Log } from '../../../src/ui/platform/log';
import { Tokens } from '../../../src/ui/tokens/tokens';
import { argumentOf, storedApplications, useSandbox, writeApplications } from './fixture';
import { withProgressToken } from './importAnswers';
import { useFolder } from './requestDocuments';
import { titlesOf, withUser } from './person';

describe('a ClientSecret in the settings', () => {
  const service = useSandbox();
  const folder = useFolder();
  afterEach(() => writeApplications(undefined));

  /** Moves ClientSecrets out of the settings. Returns the messages, and the ClientSecret that is stored afterwards. */
  async function move(written: Record<string, string>, stored: string): Promise<{ said: string[]; kept: string }> {
    const { shop, blog } = service();
    const { clientSecret: _, ...entry } = argumentOf(shop);
    const { clientSecret: __, ...other } = argumentOf(blog);
    const applications = new ApplicationStore(async () => undefined);
    const http = { fetch: async () => fetch } as unknown as Http;
    const log = { info: () => undefined } as unknown as Log;
    const tokens = new Tokens({ store: memoryStore(), directory: folder(), http, log, now: Date.now });
    try {
      const application = { ...entry, contentGroups: [] };
      await tokens.of(application).keep(new Secret(stored));
      await writeApplications([
        { ...entry, ...(written['shop'] && { clientSecret: written['shop'] }) },
        { ...other, ...(written['blog'] && { clientSecret: written['blog'] }) },
      ]);
      const sentence = `Entry 1 “${shop.name}” of hydrogen.applications contains a ClientSecret, which every program can read there. It is not used.`;
      const answers = [
        [/which every program can read/, 'Move to the Secret Storage'],
        [/^Problems in the Settings/, sentence],
      ] as const;
      const asked = await withUser(answers, () => showSettingsProblemsAgain({ applications, tokens, http }));
      const kept = (await tokens.of(application).clientSecret())?.reveal() ?? '';
      const questions = [...answers.map(([title]) => title), /^There are other problems in your settings/];
      return { said: titlesOf(asked).filter(title => !questions.some(question => question.test(title))), kept };
    } finally {
      tokens.dispose();
      applications.dispose();
    }
  }

  const writtenSecrets = () => storedApplications().map(stored => (stored as { clientSecret?: string }).clientSecret);

  it('does not replace the stored one if the service refuses it, and keeps no other one in the settings', async () => {
    const { shop, blog } = service();
    const { said, kept } = await move({ shop: 'an-outdated-one', blog: blog.clientSecret }, shop.clientSecret);
    assert.match(
      said.join('\n'),
      new RegExp(`^The service refused the ClientSecret in the settings of ${shop.name}, `),
    );
    assert.equal(kept, shop.clientSecret);
    assert.deepEqual(writtenSecrets(), ['an-outdated-one', undefined]);
  });

  it('stays where it is, without a message, if the user cancels the trial', async () => {
    const { shop } = service();
    const cancelled = new vscode.CancellationTokenSource();
    cancelled.cancel();
    await withProgressToken(/^Trying the credentials/, cancelled.token, async () => {
      const { said, kept } = await move({ shop: 'an-untried-one' }, shop.clientSecret);
      assert.deepEqual([said, kept], [[], shop.clientSecret]);
    });
    assert.deepEqual(writtenSecrets(), ['an-untried-one', undefined]);
  });

  it('replaces the stored one if the service accepts it', async () => {
    const { shop } = service();
    const { said, kept } = await move({ shop: shop.clientSecret }, 'an-outdated-one');
    assert.deepEqual(said, ['The settings no longer contain a ClientSecret']);
    assert.equal(kept, shop.clientSecret);
    assert.deepEqual(writtenSecrets(), [undefined, undefined]);
  });
});
