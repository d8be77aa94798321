import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';

/** The parts of the page that `press` uses. */
interface Pressed {
  readonly isConnected: boolean;
  scrollIntoView(options: { block: 'nearest' }): void;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  contains(other: unknown): boolean;
  dispatchEvent(event: unknown): boolean;
  /** The document, or the shadow root of a VS Code menu. */
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
 * Presses the one element that the locator finds, in one step of the page. A click from outside takes several steps, between
 * which a list can move, and it may be reported as too late although it worked: a repeated click would then press something
 * else. Throws, without pressing, when there is another number of elements or when something else covers it.
 */
export async function press(
  locator: Locator,
  { button = 'left', modifiers = [], times = 1 }: Press = {},
): Promise<void> {
  const keys = { ctrlKey: modifiers.includes('Control'), shiftKey: modifiers.includes('Shift') };
  const problem = await locator.evaluateAll(pressInPage, { button, keys, times });
  // The covering element may be a hover at the position of the last real click.
  if (problem === covered) await locator.page().mouse.move(0, 0);
  assert.equal(problem, '', String(locator));
}

const covered = 'Something else lies over the element.';

/** Runs in the page, so it uses nothing from its scope. */
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
