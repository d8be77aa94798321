import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { arrangeSettings } from '../driver/arrangedSettings';
import { activeTab } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clickRow, expand, openHydrogen, readTree } from '../driver/sidebar';
import { useWorkbench } from '../driver/workbench';
import { useContentServer } from '../servers/contentServer';
import { contentPath } from './contentTree';

const odd = contentPath('Library', 'Production', 'Odd');
const slow = contentPath('Slow', 'Production', 'Odd');
const category = 'the same ID';

describe('a server that does not answer', () => {
  const library = useContentServer();
  const slowServer = useContentServer();
  const workbench = useWorkbench({
    viewport: { width: 1280, height: 900 },
    arrange: profile => {
      const other = { ...slowServer().application, name: 'Slow' };
      return arrangeSettings(profile, { 'hydrogen.applications': [other, library().application] });
    },
  });
  /** Holds back the next response with the categories of the slow server. Returns a function that sends it. */
  const holdCategories = () => {
    let release = () => undefined as void;
    slowServer().respondOnce('content_group_id=2', { when: new Promise<void>(resolve => (release = resolve)) });
    return release;
  };
  /** Returns the labels below the groups: first those of the slow server, then those of the other one. */
  const categories = async () =>
    (await readTree(workbench().page)).filter(({ level }) => level === 5).map(({ label }) => label);
  const opens = async (path: string[]) => {
    await clickRow(workbench().page, path);
    await eventually(async () => assert.match(await activeTab(workbench().page), new RegExp(`^${path.at(-1)} ·`)));
  };

  it('hides no row of another server after a reload', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await expand(page, ...slow);
    await expand(page, ...odd);
    const all = await categories();
    const others = all.slice(all.length / 2);
    const release = holdCategories();
    await workbench().reload();
    await openHydrogen(page);
    await eventually(async () => assert.deepEqual(await categories(), ['Loading…', ...others]));
    await workbench().screenshot('a list that is loading');
    const loading = (await readTree(page)).find(({ label }) => label === 'Loading…');
    release();
    assert.deepEqual([loading?.spoken, loading?.expanded], ['Loading…', undefined]);
    await eventually(async () => assert.deepEqual(await categories(), all));
    await opens([...odd, category]);
    await opens([...slow, category]);
  });
});
