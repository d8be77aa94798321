import { readServerTime } from '../../../src/api/openApi/openApi';
import type { TokenEvent } from '../../../src/auth/tokenEvent';
import { callWithAccessToken } from '../../../src/auth/callWithAccessToken';
import { createApplicationTokens } from '../../../src/auth/createApplicationTokens';
import { lateStore } from './lateStore';
import { blindLedger } from './blindLedger';
import { answerOrders } from './workers';

/** The start parameters of a process in the race, as JSON. */
export interface RaceSettings {
  authUrl: string;
  clientId: string;
  /** Folder of locks and stamps. */
  directory: string;
  storeDirectory: string;
  stamp: boolean;
}

export interface RaceOrder {
  /** Time for this round, in Unix milliseconds. */
  now: number;
  callers: number;
}

export interface RaceAnswer {
  /** One message for every failed caller. */
  failures: string[];
  kinds: string[];
}

const settings = JSON.parse(process.argv[2] ?? '') as RaceSettings;
const { authUrl, clientId } = settings;
const events: TokenEvent[] = [];
let time = 0;
const tokens = createApplicationTokens(
  { authUrl, clientId, scope: authUrl },
  {
    store: lateStore(settings.storeDirectory),
    directory: settings.directory,
    fetch: async () => fetch,
    now: () => time,
    log: event => events.push(event),
  },
  settings.stamp ? {} : { ledger: blindLedger },
);

answerOrders<RaceOrder, RaceAnswer>(async ({ now, callers }) => {
  time = now;
  const call = () => callWithAccessToken(tokens, token => readServerTime({ authUrl }, token, { fetch }));
  const outcomes = await Promise.allSettled(Array.from({ length: callers }, call));
  const failures = outcomes.filter(outcome => outcome.status === 'rejected').map(({ reason }) => String(reason));
  return { failures, kinds: events.splice(0).map(({ kind }) => kind) };
});
