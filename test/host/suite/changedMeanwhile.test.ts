import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { argumentOf, rejection, run, storedApplications, useSandbox, writeApplications } from './fixture';
import { titlesOf, withUser } from './person';

describe('an application that another window changes during a question', () => {
  const service = useSandbox();
  const blog = () => ({ clientId: service().blog.clientId });
  const remove = () => run('application.remove', { ...blog(), confirmed: true });
  /** Moves the secrets to the other store, and then presses a button. */
  const moves = (button: string) => async () => {
    await run('application.keepForSession', { ...blog(), confirmed: true });
    return button;
  };

  afterEach(async () => {
    if (storedApplications().length > 0) await remove();
  });

  it('has its token refreshed and forgotten where the secrets are now', async () => {
    await run('application.add', argumentOf(service().blog));
    await run('application.select', blog());
    const asked = await withUser([[/^Refresh the token of/, moves('Refresh Token')]], () =>
      run('application.refreshToken'),
    );
    assert.match(titlesOf(asked).at(-1) ?? '', /^The token of .+ was refreshed$/);
    await run('application.keepInStorage', blog());
    await withUser([[/^Forget the token of/, moves('Forget Token')]], () => run('application.forgetToken'));
    const refresh = run('application.refreshToken', { ...blog(), confirmed: true });
    assert.match(await rejection(refresh), /is not authorized yet/);
  });

  it('gets no request with the typed ClientSecret after it was removed', async () => {
    const { clientSecret, ...entry } = argumentOf(service().blog);
    await writeApplications([entry]);
    await run('application.select', blog());
    const before = service().sandbox.requests.length;
    const removes = async () => {
      await remove();
      return clientSecret;
    };
    const asked = await withUser([[/^Authorize /, removes]], () => run('application.authorize'));
    assert.match(titlesOf(asked).at(-1) ?? '', /no longer exists\.$/);
    assert.equal(service().sandbox.requests.length, before);
  });
});
