import type { Frame, Page } from 'playwright-core';
import { eventually } from '../../test/ui/driver/eventually';

export interface Frames {
  /** Maximum time between two frames, in milliseconds. */
  longest: number;
  /** Duration of the longest task of more than 50 ms; 0 without one. */
  longestTask: number;
}

/**
 * Script for every new page that records when the first cells of a grid are painted, in Unix milliseconds. VS Code
 * writes the document of a webview into a separate frame, which ends earlier scripts, so the surrounding page observes
 * the cells.
 */
export const watchPaint = `{
  const look = () => {
    const inner = document.querySelector('iframe')?.contentWindow;
    if (!inner?.document.querySelector('tbody [role=gridcell]')) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { inner.hydrogenPainted = performance.timeOrigin + performance.now(); };
    port2.postMessage(undefined);
  };
  if (location.pathname.includes('/webview/')) requestAnimationFrame(look);
}`;

const begin = `{
  const [gaps, tasks] = [[], []];
  let last;
  let isOn = true;
  const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ entryTypes: ['longtask'] });
  const next = now => {
    if (last !== undefined) gaps.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  globalThis.hydrogenFrames = () => {
    isOn = false;
    observer.disconnect();
    return { longest: Math.max(...gaps), longestTask: Math.max(0, ...tasks) };
  };
}`;

/** Expression for the scrolling element: the rows of a grid, or the page itself. */
const scroller = `(document.querySelector('.scroller') ?? document.scrollingElement)`;
const rest = `new Promise(resolve => {
  let [before, still] = [-1, 0];
  const look = () => {
    const { scrollTop } = ${scroller};
    still = scrollTop === before ? still + 1 : 0;
    before = scrollTop;
    if (still < 10) return requestAnimationFrame(look);
    resolve(scrollTop);
  };
  look();
})`;

export async function scrollToTop(frame: Frame): Promise<void> {
  await frame.evaluate(`${scroller}.scrollTop = 0`);
  await frame.evaluate(rest);
}

/** Repeats the scrolling `step` as fast as the browser can, `times` times, and measures the frames. */
export async function watchFrames(frame: Frame, step: () => Promise<void>, times: number): Promise<Frames> {
  await frame.evaluate(begin);
  for (let time = 0; time < times; time += 1) await step();
  const top = await frame.evaluate<number>(rest);
  const frames = await frame.evaluate<Frames>('hydrogenFrames()');
  if (top === 0) throw new Error('Nothing was scrolled.');
  return frames;
}

/** Returns the JavaScript memory in megabytes and the number of nodes in the page, after a garbage collection. */
export async function pageMemory(page: Page): Promise<{ heap: number; nodes: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find(metric => metric.name === name)?.value ?? NaN;
  await session.detach();
  return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') };
}

/**
 * Returns when the first cells since `since` were painted, in Unix milliseconds. Waits, because the webview in front
 * may still be the previous one.
 */
export function paintedAt(frame: () => Promise<Frame>, since: number): Promise<number> {
  return eventually(async () => {
    const at = await (await frame()).evaluate<number | undefined>('globalThis.hydrogenPainted');
    if (at === undefined || at < since) throw new Error('No cell is painted.');
    return at;
  });
}
