import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** The DOM members that `press` uses. */
interface Pressed {
  readonly isConnected: boolean;
  scrollIntoView(options: { block: 'nearest' }): void;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  contains(other: unknown): boolean;
  dispatchEvent(event: unknown): boolean;
  /** Returns the document, or the shadow root of a VS Code menu. */
  getRootNode(): { elementFromPoint(x: number, y: number): Pressed | null };
  readonly ownerDocument: {
    readonly defaultView: { MouseEvent: new (type: string, init: object) => unknown };
  };
}

interface Press {
  button?: 'left' | 'right';
  modifiers?: ('Control' | 'Shift')[];
  /** 2 for a double click. */
  times?: 1 | 2;
}

/**
 * Presses the only element that matches the locator, by events dispatched in one step inside the page. Playwright's
 * click takes several steps: the list may move between them, and a click may time out although it worked, so a retry
 * would press something else. Throws without pressing if not exactly one element matches, or if another element covers
 * it.
 */
export async function press(
  locator: Locator,
  { button = 'left', modifiers = [], times = 1 }: Press = {},
): Promise<void> {
  const keys = { ctrlKey: modifiers.includes('Control'), shiftKey: modifiers.includes('Shift') };
  const problem = await locator.evaluateAll(pressInPage, { button, keys, times });
  // The covering element may be a hover at the mouse position.
  if (problem === covered) await locator.page().mouse.move(0, 0);
  assert.equal(problem, '', String(locator));
}

const covered = 'Something else lies over the element.';

/** Runs inside the page, so it cannot use variables of this module. */
function pressInPage(
  elements: unknown,
  { button, keys, times }: { button: 'left' | 'right'; keys: object; times: number },
): string {
  const [element, ...others] = elements as Pressed[];
  if (!element || others.length > 0) return `There are ${others.length + (element ? 1 : 0)} such elements.`;
  if (!element.isConnected) return 'The element has just gone.';
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const { ownerDocument } = element;
  const hit = element.getRootNode().elementFromPoint(clientX, clientY);
  if (!hit || !element.contains(hit)) return 'Something else lies over the element.';
  const right = button === 'right';
  const types = right
    ? ['pointerdown', 'mousedown', 'contextmenu']
    : ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const pressed = {
    bubbles: true,
    cancelable: true,
    composed: true,
    detail: 1,
    button: right ? 2 : 0,
    clientX,
    clientY,
  };
  const { MouseEvent } = ownerDocument.defaultView;
  for (let time = 0; time < times; time++) {
    for (const type of types) hit.dispatchEvent(new MouseEvent(type, { ...pressed, ...keys }));
  }
  return '';
}
