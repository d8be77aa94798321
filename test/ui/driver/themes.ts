import type { Page } from 'playwright-core';
import { expectQuickInput, pick, runCommand, typeInQuickInput } from './quickInput';

/** A light, a dark, and two high-contrast themes by their names in the list, with the class of webviews in each. */
export const themes = [
  ['Dark Modern', 'vscode-dark'],
  ['Light Modern', 'vscode-light'],
  ['Dark High Contrast', 'vscode-high-contrast'],
  ['Light High Contrast', 'vscode-high-contrast-light'],
] as const;

/** The class of the workbench in each theme. */
const looks = {
  'Dark Modern': 'vs-dark',
  'Light Modern': 'vs',
  'Dark High Contrast': 'hc-black',
  'Light High Contrast': 'hc-light',
};

export type Theme = (typeof themes)[number][0];

/** Switches the theme like a user; the keyboard focus then returns. */
export async function useTheme(page: Page, theme: Theme): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await expectQuickInput(page, { placeholder: /^Select Color Theme/ });
  await typeInQuickInput(page, theme);
  await pick(page, theme);
  await page.locator(`.monaco-workbench.${looks[theme]}`).waitFor();
}
