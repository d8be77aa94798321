import type { Page } from 'playwright-core';
import { eventually } from './eventually';
import { expectQuickInput, pick, runCommand, typeInQuickInput } from './quickInput';

/** A dark, a light and two high-contrast themes: the name in the quick pick, and the class of webview bodies. */
export const themes = [
  ['Dark Modern', 'vscode-dark'],
  ['Light Modern', 'vscode-light'],
  ['Dark High Contrast', 'vscode-high-contrast'],
  ['Light High Contrast', 'vscode-high-contrast-light'],
] as const;

/** The class of the workbench element in each theme. */
const looks = {
  'Dark Modern': 'vs-dark',
  'Light Modern': 'vs',
  'Dark High Contrast': 'hc-black',
  'Light High Contrast': 'hc-light',
};

type Theme = (typeof themes)[number][0];

/** Switches the theme like a user, and waits until the workbench uses it. */
export async function useTheme(page: Page, theme: Theme): Promise<void> {
  // An editor that is still loading can take the focus, which closes the quick pick. Then the command runs again.
  await eventually(async () => {
    await runCommand(page, 'Preferences: Color Theme');
    await expectQuickInput(page, { placeholder: /^Select Color Theme/ }, 10_000);
    await typeInQuickInput(page, theme, 10_000);
    await pick(page, theme, 10_000);
  });
  await page.locator(`.monaco-workbench.${looks[theme]}`).waitFor();
}
