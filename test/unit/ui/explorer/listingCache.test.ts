import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from '../../../../src/api/webApi/page';
import { ListingCache } from '../../../../src/ui/explorer/listingCache';

interface Item {
  id: string;
}

function page(ids: string[], nextOffset?: number): Page<Item> {
  return { items: ids.map(id => ({ id })), nextOffset, totalCount: undefined };
}

function ids(cache: ListingCache<Item>, key = 'list'): string[] | undefined {
  return cache.peek(key).listing?.items.map(({ id }) => id);
}

/** Creates a `read` function whose responses the test controls. */
function controlled() {
  const asked: {
    offset: number;
    signal: AbortSignal;
    succeed: (page: Page<Item>) => void;
    fail: (error: Error) => void;
  }[] = [];
  const read = (offset: number, signal: AbortSignal) =>
    new Promise<Page<Item>>((succeed, fail) => void asked.push({ offset, signal, succeed, fail }));
  return { asked, read };
}

describe('paged lists', () => {
  it('end when the service sends the same page again', async () => {
    const cache = new ListingCache<Item>();
    let requests = 0;
    const read = async (offset: number) => {
      requests++;
      return page(['a', 'b'], offset + 2);
    };
    await cache.first('list', read);
    for (let time = 0; time < 5; time++) await cache.more('list', read);
    assert.equal(requests, 2);
    assert.deepEqual(ids(cache), ['a', 'b']);
  });

  it('send one request for equal ones', async () => {
    const cache = new ListingCache<Item>();
    const { asked, read } = controlled();
    const both = Promise.all([cache.first('list', read), cache.first('list', read)]);
    asked[0]?.succeed(page(['a']));
    await both;
    assert.equal(asked.length, 1);
  });

  it('read lists again that failed with certain errors, and no others', async () => {
    const cache = new ListingCache<Item>();
    const { asked, read } = controlled();
    const refused = new Error('refused');
    const reading = ['refused', 'broken', 'fine'].map(key => cache.first(key, read));
    asked[0]?.fail(refused);
    asked[1]?.fail(new Error('broken'));
    asked[2]?.succeed(page(['a']));
    await Promise.all(reading);
    cache.invalidateFailed(error => error === refused);
    const again = ['refused', 'broken', 'fine'].map(key => cache.first(key, read));
    asked[3]?.succeed(page(['b']));
    assert.deepEqual(await Promise.all(again), [true, false, false]);
    assert.deepEqual(ids(cache, 'refused'), ['b']);
  });

  it('use the later of two refreshes, whichever response arrives first', async () => {
    const cache = new ListingCache<Item>();
    const { asked, read } = controlled();
    const first = cache.first('list', read);
    cache.invalidate('list');
    const second = cache.first('list', read);
    asked[1]?.succeed(page(['new']));
    await second;
    asked[0]?.succeed(page(['old']));
    await first;
    assert.ok(asked[0]?.signal.aborted);
    assert.deepEqual(ids(cache), ['new']);
  });

  it('keep their items when a later page fails, and continue from there', async () => {
    const cache = new ListingCache<Item>();
    const { asked, read } = controlled();
    const first = cache.first('list', read);
    asked[0]?.succeed(page(['a'], 1));
    await first;
    const failing = cache.more('list', read);
    asked[1]?.fail(new Error('403'));
    await failing;
    assert.deepEqual(ids(cache), ['a']);
    assert.match(String(cache.peek('list').error), /403/);
    const again = cache.more('list', read);
    assert.equal(asked[2]?.offset, 1);
    asked[2]?.succeed(page(['b']));
    await again;
    assert.deepEqual(ids(cache), ['a', 'b']);
    assert.equal(cache.peek('list').error, undefined);
  });

  it('never add a page to items from before a refresh', async () => {
    const cache = new ListingCache<Item>();
    const { asked, read } = controlled();
    const answer = async (reading: Promise<unknown>, response: Page<Item> | Error) => {
      const request = asked.at(-1);
      if (response instanceof Error) request?.fail(response);
      else request?.succeed(response);
      await reading;
      return request?.offset;
    };
    await answer(cache.first('list', read), page(['old 1'], 1));
    const loading = cache.more('list', read);
    cache.invalidate('list');
    await answer(loading, page(['old 2'], 2));
    // The loading of all pages goes on before VS Code has asked for the refreshed rows.
    assert.equal(await answer(cache.more('list', read), new Error('429')), 0);
    assert.deepEqual(ids(cache), ['old 1']);
    assert.equal(await answer(cache.more('list', read), page(['new 1'], 1)), 0);
    assert.equal(await answer(cache.more('list', read), page(['new 2'])), 1);
    assert.deepEqual(ids(cache), ['new 1', 'new 2']);
    assert.equal(await cache.first('list', read), false);
  });

  it('read all lists below a refreshed node again, and no others', async () => {
    const cache = new ListingCache<Item>();
    for (const key of ['node/', 'node/child/', 'node2/']) await cache.first(key, async () => page([key]));
    cache.invalidate('node/');
    const read: string[] = [];
    for (const key of ['node/', 'node/child/', 'node2/']) {
      if (await cache.first(key, async () => page([`${key} again`]))) read.push(key);
    }
    assert.deepEqual(read, ['node/', 'node/child/']);
    assert.deepEqual(ids(cache, 'node2/'), ['node2/']);
  });
});
