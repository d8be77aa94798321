import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { seedApplications } from '../../../src/sandbox/seed/seed';
import { chinese, contributes, english } from './manifest';

const steps = contributes.walkthroughs.flatMap(walkthrough => walkthrough.steps);
const commands = contributes.commands.map(({ command }) => command);

describe('the walkthrough', () => {
  it('has at most five steps, and begins in the sandbox', () => {
    assert.ok(steps.length > 0 && steps.length <= 5);
    const links = [...(english[keyOf(steps[0]?.description)] ?? '').matchAll(/\((command:[^)]+)\)/g)].map(
      ([, to]) => to,
    );
    assert.deepEqual(links, ['command:hydrogen.sandbox.start']);
  });

  it('completes each step when one of its commands has succeeded', () => {
    for (const { id, completionEvents } of steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) {
        const [, command] = /^onContext:(hydrogen\..+)\.done$/.exec(event) ?? [];
        assert.ok(commands.includes(command ?? ''), event);
      }
    }
  });

  it('links to existing commands, in both languages', () => {
    const texts = [
      ...steps.map(({ description }) => description),
      ...contributes.viewsWelcome.map(({ contents }) => contents),
    ];
    for (const key of texts.map(keyOf)) {
      const [ours, theirs] = [english, chinese].map(words =>
        [...(words[key] ?? '').matchAll(/\(command:([^)?]+)(\?[^)]*)?\)/g)].map(([, command, query]) => [
          command,
          query,
        ]),
      );
      assert.deepEqual(theirs, ours, key);
      for (const [command = ''] of ours ?? []) {
        assert.ok(commands.includes(command) || !/^hydrogen\.(?!applications\.focus)/.test(command), command);
      }
    }
  });

  it('names the user of the sandbox', () => {
    const [{ username, password } = assert.fail()] = seedApplications(1, 1).flatMap(
      ({ production }) => production.users,
    );
    for (const words of [english, chinese]) {
      assert.ok(words['walkthrough.sandbox.description']?.includes(`**${username}**`));
      assert.ok(words['walkthrough.sandbox.description']?.includes(`**${password}**`));
      assert.ok(words['walkthrough.request.description']?.includes(`**${password}**`));
    }
  });
});

function keyOf(reference = ''): string {
  return reference.replaceAll('%', '');
}
