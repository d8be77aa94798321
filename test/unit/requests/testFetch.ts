import type { Fetch } from '../../../src/api/exchange';

/** Node's own: these tests are about what is sent, not about connections. */
export const httpFetchForTests: Fetch = (url, init) => fetch(url, init);
