import { rm, truncate } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { addSandboxApplication } from '../applications/addApplication';
import { builtFile } from '../driver/builtFile';
import { clearNotifications, expectNotification } from '../driver/messages';
import { runCommand } from '../driver/quickInput';
import { openHydrogen } from '../driver/sidebar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const sentence = (part: string) => `A part of Hydrogen could not be loaded: ${part}. Install the extension again.`;

describe('an extension with missing or damaged parts', () => {
  const sandbox = useSandbox();
  const workbench = useWorkbench({
    arrange: async profile => {
      await rm(await builtFile(profile, 'localSandbox.js'));
      await truncate(await builtFile(profile, 'requests.js'), 5000);
    },
  });

  it('names a missing part when it is needed', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Try the Local Sandbox');
    await expectNotification(page, sentence('the local sandbox'));
    await clearNotifications(page);
  });

  it('names a damaged part each time it is needed', async () => {
    const { page } = workbench();
    for (let time = 0; time < 2; time++) {
      await runCommand(page, 'Hydrogen: New Request…');
      await expectNotification(page, sentence('the request documents'));
      await clearNotifications(page);
    }
  });

  it('works with all its other parts', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, sandbox().shop, 'Shop');
  });
});

describe('an extension without its window', () => {
  const workbench = useWorkbench({ arrange: async profile => rm(await builtFile(profile, 'window.js')) });

  it('reports it above the tree, and for each command', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    const text = sentence('the commands and the tree');
    await page.locator('.part.sidebar .message', { hasText: text }).waitFor();
    await runCommand(page, 'Hydrogen: Add Application…');
    await expectNotification(page, text);
  });
});
