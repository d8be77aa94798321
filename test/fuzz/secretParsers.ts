import assert from 'node:assert/strict';
import fc from 'fast-check';
import { operations } from '../../src/api/operations/catalogue';
import { redact } from '../../src/api/masking/text';
import { Secret } from '../../src/api/secret';
import { describeError } from '../../src/cli/messages';
import { jsonReport, junitReport, resultLines, tapReport } from '../../src/cli/reports';
import { evaluateChecks } from '../../src/requests/checks/evaluate';
import type { RequestResult } from '../../src/requests/checks/result';
import { snapshotText } from '../../src/requests/checks/snapshot';
import { parseDocument } from '../../src/requests/document/parse';
import { textOf } from '../../src/requests/sending/bodyText';
import { keptText } from '../../src/requests/sending/keptText';
import { readBody } from '../../src/requests/sending/readBody';
import { RunSecrets } from '../../src/requests/sending/runSecrets';
import { parser, type Parser } from './parser';

const whole = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');
const each = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, index) => write(text.charCodeAt(index))).join('');
const entity: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const bytes = (text: string) => [...Buffer.from(whole(text))].map(byte => byte.toString(16).padStart(2, '0'));

/** Encodings in which a service may repeat a value. */
const encodings: Record<string, (text: string) => string> = {
  plain: text => text,
  form: text => encodeURIComponent(whole(text)).replaceAll('%20', '+'),
  address: text => encodeURIComponent(whole(text)),
  'address in small letters': text => encodeURIComponent(whole(text)).replace(/%../g, code => code.toLowerCase()),
  'address, every byte': text =>
    bytes(text)
      .map(byte => `%${byte}`)
      .join(''),
  json: escaped,
  'json with \\/': text => escaped(text).replaceAll('/', '\\/'),
  'json with \\u': text => each(text, code => `\\u${code.toString(16).padStart(4, '0')}`),
  'json with \\U': text => each(text, code => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`),
  'json in json': text => escaped(escaped(text)),
  html: text => text.replace(/[&<>"']/g, sign => entity[sign] ?? sign),
  'html in numbers': text => [...whole(text)].map(sign => `&#${sign.codePointAt(0) ?? 0};`).join(''),
  'html in hex': text => [...whole(text)].map(sign => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`).join(''),
  base64: text => Buffer.from(whole(text)).toString('base64'),
  'base64 for addresses': text => Buffer.from(whole(text)).toString('base64url'),
  hex: text => bytes(text).join(''),
  'hex in capitals': text => bytes(text).join('').toUpperCase(),
};
/** The ways in which a request carries a value. */
const bodies: Record<string, (secret: string) => string> = {
  form: secret => `a=1&x=${encodeURIComponent(whole(secret)).replaceAll('%20', '+')}&b=2`,
  json: secret => JSON.stringify({ a: 1, x: secret }),
  path: secret => `/hserve/v1/${encodeURIComponent(whole(secret))}/?a=b`,
  multipart: secret => `--x\r\nContent-Disposition: form-data; name="x"\r\n\r\n${secret}\r\n--x--`,
};

interface Case {
  secret: string;
  before: string;
  body: string;
  outer: string;
  place: 'text' | 'value' | 'name';
}

const value = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 8, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 8, maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019+/=%&"\'\\<> .~-_;:'), minLength: 8, maxLength: 40 }),
  )
  // A secret does not contain the mask, and is at least 8 long without surrounding spaces, which a header drops.
  .filter(text => !text.includes('•') && text.trim().length >= 8 && Buffer.from(whole(text.trim())).length >= 8);

const cases: fc.Arbitrary<Case> = fc.record({
  secret: value,
  before: fc.constantFrom('', 'x', 'xy', 'user:', '{"a":'),
  body: fc.constantFrom('alone', ...Object.keys(bodies)),
  outer: fc.constantFrom(...Object.keys(encodings)),
  place: fc.constantFrom('text', 'value', 'value', 'name'),
});

function echoOf({ secret, before, body, outer, place }: Case): string {
  const said = encodings[outer]?.(bodies[body]?.(secret) ?? before + secret) ?? '';
  if (place === 'text') return `said: ${said} end`;
  return JSON.stringify(place === 'name' ? { id: 1, said: { [said]: 1 }, [said]: 1 } : { id: 1, said });
}

/**
 * Returns all possible readings of a text. Does not decode a text without escapes, because decoding takes most of the
 * time.
 */
function readings(text: string): Set<string> {
  const unescape = (part: string) => {
    if (!part.includes('\\')) return part;
    try {
      return JSON.parse(`"${part}"`) as string;
    } catch {
      return part;
    }
  };
  const unquote = (part: string) => {
    if (!/[%+]/.test(part)) return part;
    try {
      return decodeURIComponent(part.replaceAll('+', ' '));
    } catch {
      return part;
    }
  };
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  const plain = (part: string) =>
    part
      .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replace(/&(\w+);/g, (written, name: string) => named[name] ?? written);
  const parts = text.split('•••');
  const all = parts.flatMap(part => {
    const words = part.match(/[\w+/=-]{10,}/g) ?? [];
    const decoded = words.flatMap(word => [
      ...[0, 1, 2, 3].map(from => Buffer.from(word.slice(from), 'base64').toString()),
      ...[0, 1].map(from => Buffer.from(word.slice(from), 'hex').toString()),
    ]);
    const once = [part, unescape(part), unquote(part), plain(part)];
    const twice = [...once, ...decoded];
    return [...twice, ...twice.map(unescape), ...twice.map(unquote), ...once.map(plain)];
  });
  return new Set(all);
}

function assertHidden(text: string, secret: string, place: string): void {
  for (const reading of readings(text)) {
    if (reading.includes(secret) || reading.includes(whole(secret))) assert.fail(`${place}: ${JSON.stringify(text)}`);
  }
}

const document = parseDocument(
  'GET /a/\n\n?? body == x\n?? body said == x\n?? header x-said == x\n?? body includes nothing\n?? documented\n',
);
/** An operation without the fields that repeat a secret, so that the check `documented` reports them. */
const operation = operations.find(({ id }) => id === 'serverTime.get');
const checks = (document.requests[0]?.checks ?? []).map(check => ({ check, expected: 'x', maskedExpected: 'x' }));

export const secretParsers: Parser[] = [
  parser('secrets in any encoding, in all that is shown', cases, one => {
    const { secret, place: where } = one;
    const text = echoOf(one);
    const known = [new Secret(secret)];
    const type = where === 'text' ? 'text/plain' : 'application/json';
    const header = text.replace(/[^\x20-\x7e]/g, '');
    const headers: [string, string][] = [
      ['content-type', type],
      ['x-said', header],
    ];
    const read = readBody(Buffer.from(text), type, known, { statusText: header, headers });
    const run = new RunSecrets();
    run.add('one', new Secret(secret));
    const shown: Record<string, string> = {
      view: textOf(read.masked ?? ''),
      history: keptText(text, known).text,
      error: run.mask(describeError(new Error(text)).text),
      log: redact(text, known),
      snapshot: snapshotText({ status: 200, headers, body: text, credentials: [secret] }),
    };
    const verdicts = evaluateChecks({
      ...{ checks, method: 'GET', operation, query: '', status: 200, ok: true, truncated: false, milliseconds: 1 },
      ...{ headers, body: text, credentials: [secret], snapshot: undefined, otherResponses: {} },
    }).map(verdict => ({ ...verdict, line: 1 }));
    const result: RequestResult = {
      ...{ file: 'a', index: 0, label: 'a', line: 0, role: 'request', outcome: 'failed', problem: undefined },
      ...{ status: 200, milliseconds: 1, verdicts, attempts: 1 },
    };
    shown.junit = junitReport([result]).replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    shown.tap = tapReport([result]);
    shown.lines = resultLines(result, false).join('\n');
    const reported = JSON.parse(jsonReport([result])) as { results: RequestResult[] };
    shown.json = reported.results[0]?.verdicts.map(({ actual }) => actual).join('\n') ?? '';
    for (const [place, written] of Object.entries(shown)) assertHidden(written, secret, place);
    // Skip texts that a header cannot contain.
    if (header === text) for (const [, written] of read.headers) assertHidden(written, secret, 'header');
  }),
];
