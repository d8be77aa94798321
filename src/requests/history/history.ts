import * as v from 'valibot';
import { redact } from '../../api/masking/text';
import { isOwnHeader, type Origins } from '../document/rules';
import { secretsOfRequest, type ResolvedRequest } from '../sending/resolvedRequest';
import { plainRequest } from '../convert/plainRequest';
import { requestText } from '../convert/requestText';
import { longestText, type KeptText } from '../sending/keptText';
import { maskedByName } from '../../api/http/maskedRequest';
import { maskKeptHeader } from '../../api/masking/headers';
import type { RunResult } from '../sending/runResult';

const text = v.string();
const entryShape = v.object({
  id: text,
  at: v.number(),
  application: v.object({
    name: text,
    clientId: text,
    serverDomain: text,
    authUrl: text,
    sandbox: v.optional(text),
  }),
  environment: v.optional(v.object({ name: text, envId: v.optional(text) })),
  label: text,
  request: text,
  failure: v.optional(text),
  status: v.optional(v.number()),
  milliseconds: v.optional(v.number()),
  headers: v.optional(v.array(v.tuple([text, text]))),
  response: v.optional(text),
  shortened: v.boolean(),
});

/**
 * The stored part of a sent request. It is redacted when it is created, so it holds nothing confidential. `at` is in Unix
 * milliseconds; `request` is the text of a document, to send it again in any environment; `failure` is an error code.
 */
export type HistoryEntry = v.InferOutput<typeof entryShape>;

interface SendingEntry {
  id: string;
  at: number;
  application: { name: string; clientId: string; sandbox?: string } & Origins;
  request: ResolvedRequest;
  /** The title above the request in its document. */
  title?: string | undefined;
  /** A response with the start of its body (`undefined` for a binary body), or the code of the error. */
  outcome: { result: RunResult; body: KeptText | undefined } | string;
}

export function historyEntry({ id, at, application, request, title, outcome }: SendingEntry): HistoryEntry {
  const secrets = secretsOfRequest(request);
  const { name, clientId, serverDomain, authUrl, sandbox } = application;
  const redacted = (text: string): string => redact(text, secrets);
  const plain = maskedByName(plainRequest(request));
  // Without its own Authorization header or `# @as`, a request would be sent again with another identity.
  const hasOwnToken = request.authorization === undefined;
  const isSetBySender = (header: string) => isOwnHeader(header) && !(hasOwnToken && /^authorization$/i.test(header));
  const actor = request.namedActor === undefined ? '' : `# @as ${request.namedActor}\n`;
  const timeout = request.timeoutMs === undefined ? '' : `# @timeout ${request.timeoutMs}ms\n`;
  const written = redacted(actor + timeout + requestText(plain, application, isSetBySender));
  const method = `${request.method} ${redacted(request.url.pathname)}`;
  const common = {
    id,
    at,
    application: { name, clientId, serverDomain, authUrl, sandbox },
    environment: request.environment,
    label: redacted(request.name ?? title ?? method),
    request: written.slice(0, longestText),
  };
  if (typeof outcome === 'string') return { ...common, failure: outcome, shortened: written.length > longestText };
  const { body, result } = outcome;
  const { status, ms, headers, truncated } = result.report;
  return {
    ...common,
    status,
    milliseconds: Math.round(ms.total),
    headers: headers.map(([name, value]) => [name, redacted(maskKeptHeader(name, value))]),
    response: body?.text,
    shortened: truncated || written.length > longestText || body?.isShortened === true,
  };
}

/** The `failure` of an entry while its request is sent and has no response yet. */
export const inFlight = 'inFlight';

/** Returns one entry per request: the entry with the outcome replaces the one that was written before sending. */
export function latestOfEach(written: readonly HistoryEntry[]): HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>();
  for (const entry of written) {
    const isNewer = entry.failure !== inFlight || !byId.has(entry.id);
    if (isNewer) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

interface HistoryLimits {
  entries: number;
  /** Maximum number of characters of all entries as JSON. */
  size: number;
}

/** Adds an entry at the start, and removes the oldest entries beyond the limits. */
export function addToHistory(
  history: readonly HistoryEntry[],
  entry: HistoryEntry,
  limits: HistoryLimits,
): HistoryEntry[] {
  let size = 0;
  return [entry, ...history].slice(0, limits.entries).filter(one => {
    size += JSON.stringify(one).length;
    return size <= limits.size;
  });
}

/** Reads stored entries; entries of another format are left out. */
export function readHistory(stored: unknown): HistoryEntry[] {
  if (!Array.isArray(stored)) return [];
  return (stored as unknown[]).flatMap(one => {
    const parsed = v.safeParse(entryShape, one);
    return parsed.success ? [parsed.output] : [];
  });
}

/**
 * Groups entries by day, with the newest first.
 * @param dayOf returns the day of a time, in the user's time zone
 */
export function byDay(history: readonly HistoryEntry[], dayOf: (at: number) => string): Map<string, HistoryEntry[]> {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of [...history].sort((a, b) => b.at - a.at)) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}
