import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Application, GuardRule } from '../../../src/applications/application';
import { Guard } from '../../../src/ui/guard/guard';
import { withPerson } from './person';

const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
const readOnly = /Staging is read-only in your settings\. Nothing was sent/;

/**
 * Asks a question of the guard of an environment that has to be confirmed.
 * @param rule the rule of the environment from the first answer on
 * @param answers the answers in order; `undefined` for all others
 */
async function askWhileChanged(
  ask: (guard: Guard, target: Parameters<Guard['permit']>[0]) => Promise<void>,
  rule: (GuardRule | undefined)[],
  answers: string[],
) {
  const staging = { name: 'Staging', envId: 'staging', guard: 'confirm' as const };
  const application: Application = {
    ...{ name: 'Shop', clientId: 'shop', ...origins, environments: [staging], contentGroups: [] },
  };
  const target = { application, environment: staging };
  let now = application;
  const guard = new Guard(undefined as never, { list: () => ({ applications: [now], problems: [] }) });
  let result = 'permitted';
  const asked = await withPerson(
    () => {
      const changed = rule.shift();
      if (changed !== undefined) now = { ...application, environments: [{ ...staging, guard: changed }] };
      return answers.shift();
    },
    async () => {
      await ask(guard, target).catch((error: unknown) => (result = (error as Error).message));
    },
  );
  const isUnlocked = guard.isUnlocked(target);
  guard.dispose();
  return { result, kinds: asked.map(({ kind }) => kind), isUnlocked };
}

const permit = (guard: Guard, target: Parameters<Guard['permit']>[0]) =>
  guard.permit(target, { risk: 'writes', requests: [] });
const copy = (guard: Guard, target: Parameters<Guard['permit']>[0]) => guard.permitCopy(target, true);
const unlock = (guard: Guard, target: Parameters<Guard['permit']>[0]) => guard.unlock(target);

describe('an answer to the guard', () => {
  it('sends nothing if the environment became read-only while the question was open', async () => {
    for (const button of ['Send', 'Unlock for 10 Minutes']) {
      const { result, kinds, isUnlocked } = await askWhileChanged(permit, ['readOnly'], [button]);
      assert.match(result, readOnly);
      assert.deepEqual({ kinds, isUnlocked }, { kinds: ['modal'], isUnlocked: false });
    }
    const typed = await askWhileChanged(permit, ['type the name', 'readOnly'], ['Send', 'Staging']);
    assert.match(typed.result, readOnly);
    assert.deepEqual(typed.kinds, ['modal', 'box']);
  });

  it('needs the name if the environment requires it since the question', async () => {
    for (const [ask, button] of [
      [permit, 'Send'],
      [permit, 'Unlock for 10 Minutes'],
      [copy, 'Copy'],
      [unlock, 'Unlock for 10 Minutes'],
    ] as const) {
      const typed = await askWhileChanged(ask, ['type the name'], [button, 'Staging']);
      assert.deepEqual([typed.result, typed.kinds], ['permitted', ['modal', 'box']], `${ask.name} ${button}`);
      assert.equal(typed.isUnlocked, button.startsWith('Unlock'));
      const closed = await askWhileChanged(ask, ['type the name'], [button]);
      assert.notEqual(closed.result, 'permitted', `${ask.name} ${button}`);
      assert.equal(closed.isUnlocked, false);
    }
  });

  it('does not unlock an environment that became read-only', async () => {
    const { result, isUnlocked } = await askWhileChanged(unlock, ['readOnly'], ['Unlock for 10 Minutes']);
    assert.match(result, readOnly);
    assert.equal(isUnlocked, false);
  });

  it('counts as before if the rule stays', async () => {
    const sent = await askWhileChanged(permit, [], ['Send']);
    assert.deepEqual(sent, { result: 'permitted', kinds: ['modal'], isUnlocked: false });
  });
});
