import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { addSandboxApplication } from '../applications/addApplication';
import { eventually } from '../driver/eventually';
import { notification, pressInModal, readModal } from '../driver/messages';
import { readQuickInput, runCommand } from '../driver/quickInput';
import { openHydrogen } from '../driver/sidebar';
import { readStatusBar } from '../driver/statusBar';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

function shows(page: Page, text: RegExp): Promise<void> {
  return eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', text));
}

describe('forgetting all secrets while a second window is open', () => {
  const service = useSandbox();
  const workbench = useWorkbench();

  it('reaches the second window, which then cannot authorize', async () => {
    const { page, openWindow, reload } = workbench();
    await openHydrogen(page);
    await addSandboxApplication(page, service().shop, 'Shared');
    const other = await openWindow();
    await openHydrogen(other);
    await shows(other, /^Shared · Production · 36\d days$/);
    await runCommand(page, 'Hydrogen: Forget All Secrets');
    await readModal(page);
    await pressInModal(page, 'Forget All');
    await notification(page, /All secrets .* are forgotten|All secrets are forgotten/).waitFor();
    await shows(other, /^Shared · Production · not authorized$/);
    await runCommand(other, 'Hydrogen: Authorize');
    await readQuickInput(other, 'Authorize Shared');
    // A later write of the second window does not restore what was forgotten.
    await reload(other);
    await shows(other, /^Shared · Production · not authorized$/);
    await reload();
    await shows(page, /^Shared · Production · not authorized$/);
  });
});
