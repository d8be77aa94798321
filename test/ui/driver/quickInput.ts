import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { eventually, exactly, patience, plain } from './eventually';
import type { PageElement } from './pageElement';
import { press } from './press';

/** Locates the quick input widget of the workbench, which shows the Command Palette, quick picks and input boxes. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget');
}

function inputBox(page: Page): Locator {
  return quickInput(page).locator('.quick-input-box input');
}

/** Locates quick pick rows by their label. Ignores descriptions and details. */
export function pickRow(page: Page, label: string | RegExp): Locator {
  const labels = page.locator('.quick-input-list-row:first-child .label-name');
  const hasText = typeof label === 'string' ? exactly(label) : label;
  return quickInput(page).locator('.monaco-list-row', { has: labels.filter({ hasText }) });
}

/** Closes the quick input, if it is visible. Otherwise Escape would hide notifications or close a walkthrough step. */
async function leave(page: Page): Promise<void> {
  if (await inputBox(page).isVisible()) await inputBox(page).press('Escape');
}

/** Runs a command like a user: presses F1, types the full title with its category, and presses the row. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const nothing = pickRow(page, /^No matching (commands|results)$/);
  // Extensions add their commands after the workbench has started. An open palette does not show new commands, so
  // reopen it.
  await eventually(async () => {
    await page.keyboard.press('F1');
    try {
      await inputBox(page).fill(`>${title}`, { timeout: 10_000 });
      await pickRow(page, title).or(nothing).first().waitFor({ timeout: 10_000 });
      // If an editor opens meanwhile, it takes the focus and the palette closes.
      await press(pickRow(page, title));
    } catch (error) {
      await leave(page);
      throw error;
    }
  });
  // The command's own questions use the same widget. Wait until the palette is gone, so that tests do not type into it.
  await eventually(async () => assert.notEqual((await readState(page))?.value, `>${title}`));
}

/** Opens a workspace file by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await eventually(async () => {
    await page.keyboard.press('Control+P');
    try {
      await inputBox(page).fill(name, { timeout: 10_000 });
      await eventually(() => press(pickRow(page, name)), 30_000);
      // The list closes without opening a file if something else takes the focus at that moment.
      await page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor({ timeout: 30_000 });
    } catch (error) {
      await leave(page);
      throw error;
    }
  });
}

/** The content of a quick pick or an input box. */
interface QuickInputState {
  title: string;
  placeholder: string;
  value: string;
  /** The prompt, or the validation message. */
  message: string;
  severity: 'none' | 'info' | 'warning' | 'error';
}

/** Reads the whole state in one call. Returns `undefined` if the quick input is hidden. */
async function readState(page: Page): Promise<QuickInputState | undefined> {
  const state = await page.evaluate<QuickInputState | undefined>(`(() => {
    const widget = document.querySelector('.quick-input-widget');
    const input = widget?.querySelector('.quick-input-box input');
    if (!input?.checkVisibility()) return undefined;
    const text = selector => widget.querySelector(selector)?.textContent ?? '';
    const severity = /\\b(info|warning|error)\\b/.exec(widget.querySelector('.monaco-inputbox')?.className ?? '');
    return {
      title: text('.quick-input-title'), placeholder: input.placeholder, value: input.value,
      message: text('.quick-input-message'), severity: severity?.[1] ?? 'none',
    };
  })()`);
  return state && { ...state, title: plain(state.title), message: plain(state.message) };
}

/** The expected content of the quick input: exact texts or patterns. */
type Expected = Partial<Record<keyof QuickInputState, string | RegExp>>;

/** Waits until the quick input shows all expected content, and returns its state. */
export function expectQuickInput(page: Page, expected: Expected, milliseconds?: number): Promise<QuickInputState> {
  return eventually(async () => {
    const state = (await readState(page)) ?? assert.fail('There is no quick input.');
    for (const [key, expectedValue] of Object.entries(expected) as [keyof QuickInputState, string | RegExp][]) {
      const shown = `${key} of ${JSON.stringify(state)}`;
      if (typeof expectedValue === 'string') assert.equal(state[key], expectedValue, shown);
      else assert.match(state[key], expectedValue, shown);
    }
    return state;
  }, milliseconds);
}

/** Waits for the quick input with this title, and returns its state. */
export function readQuickInput(page: Page, title: string | RegExp): Promise<QuickInputState> {
  return expectQuickInput(page, { title });
}

/** Replaces the text in the input box. */
export async function typeInQuickInput(page: Page, text: string, milliseconds = patience): Promise<void> {
  await inputBox(page).fill(text, { timeout: milliseconds });
}

/** Types into the input box until it shows this validation message. */
export async function expectComplaint(
  page: Page,
  text: string,
  message: string | RegExp,
  severity: QuickInputState['severity'] = 'error',
): Promise<void> {
  // The input box may still belong to the previous step, so type again on each attempt.
  await eventually(async () => {
    await typeInQuickInput(page, text);
    await expectQuickInput(page, { message, severity }, 3000);
  });
}

/** Waits for the input box with this title or content, types into it and accepts it. */
export async function answer(page: Page, text: string, box: string | RegExp | Expected): Promise<void> {
  await expectQuickInput(page, typeof box === 'string' || box instanceof RegExp ? { title: box } : box);
  await typeInQuickInput(page, text);
  await acceptQuickInput(page);
}

/** Accepts the quick input with Enter. */
export async function acceptQuickInput(page: Page): Promise<void> {
  await inputBox(page).press('Enter');
}

/**
 * Answers the dialog for opening a file. In a browser it is a quick input, which may keep the title of the previous
 * list. Until it has listed a folder, it treats any text as another folder.
 */
export async function answerFileDialog(page: Page, file: string): Promise<void> {
  await waitForFileDialog(page, /[\\/]$/);
  await eventually(async () => {
    await typeInQuickInput(page, path.join(path.dirname(file), path.sep));
    await pickRow(page, path.basename(file)).waitFor({ timeout: 30_000 });
  });
  await eventually(async () => {
    await typeInQuickInput(page, file);
    await waitForFileDialog(page, file, 0);
  });
  await acceptFileDialog(page, file);
}

/**
 * Answers the dialog for saving a file. Waits until the dialog proposes a name, because the proposal overwrites typed
 * text.
 * @param proposed the expected proposal
 * @param file the path to save to; absent: the proposal
 */
export async function answerSaveDialog(page: Page, proposed: string | RegExp, file?: string): Promise<void> {
  const { value } = await waitForFileDialog(page, proposed);
  if (file !== undefined) {
    await eventually(async () => {
      await typeInQuickInput(page, file);
      await expectQuickInput(page, { value: file }, 0);
    });
  }
  await acceptFileDialog(page, file ?? value);
}

async function waitForFileDialog(
  page: Page,
  proposed: string | RegExp,
  milliseconds?: number,
): Promise<QuickInputState> {
  // The first button is "OK" or has the label of the extension. "Show Local" may follow.
  await quickInput(page).locator('.quick-input-action .monaco-button').filter({ visible: true }).first().waitFor();
  return eventually(async () => {
    const state = await expectQuickInput(page, { value: proposed }, 0);
    const busy = quickInput(page).locator('.quick-input-progress.active');
    assert.equal(await busy.count(), 0, 'the dialog is still reading');
    return state;
  }, milliseconds);
}

async function acceptFileDialog(page: Page, value: string): Promise<void> {
  await acceptQuickInput(page);
  await eventually(async () => assert.notEqual((await readState(page))?.value, value));
}

/**
 * Closes the quick input with Escape, and waits until it is hidden. Repeats the key, because VS Code ignores it until the
 * quick input has taken the focus.
 */
export function cancelQuickInput(page: Page): Promise<void> {
  return eventually(async () => {
    if (await quickInput(page).isVisible()) await inputBox(page).press('Escape', { timeout: 5000 });
    await quickInput(page).waitFor({ state: 'hidden', timeout: 5000 });
  });
}

/** Chooses the quick pick item with this label. */
export function pick(page: Page, label: string | RegExp, milliseconds?: number): Promise<void> {
  // `press` needs exactly one row, but rows of the previous list may also match while they are still shown. So it is
  // repeated.
  return eventually(() => press(pickRow(page, label)), milliseconds);
}

/**
 * Runs a command whose first step is a quick pick, and chooses an item. A focused tree takes the focus back when it is
 * redrawn, which closes the quick pick: then the command runs again.
 */
export async function runAndPick(page: Page, title: string, label: string | RegExp): Promise<void> {
  await eventually(async () => {
    await runCommand(page, title);
    await pick(page, label, 20_000);
  });
}

/** Returns the labels in the quick pick, from top to bottom. Rows outside the viewport are missing. */
export async function readPicks(page: Page): Promise<string[]> {
  await quickInput(page).locator('.monaco-list-row').first().waitFor();
  const rows = await quickInput(page)
    .locator('.monaco-list-row')
    .evaluateAll((elements: PageElement[]) =>
      elements.map(element => ({
        index: Number(element.getAttribute('data-index')),
        label: element.querySelector('.quick-input-list-row:first-child .label-name')?.textContent ?? '',
      })),
    );
  return rows.sort((one, other) => one.index - other.index).map(({ label }) => plain(label));
}

/**
 * Waits until the quick pick shows exactly these labels. Until then it may still show the rows of the previous list.
 */
export async function expectPicks(page: Page, labels: readonly string[], milliseconds?: number): Promise<void> {
  await eventually(async () => assert.deepEqual(await readPicks(page), labels), milliseconds);
}
