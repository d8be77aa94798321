import { isUploadField } from '../../api/credentialFields';
import type { RequestTiming } from '../../api/http/timing';
import { Secret } from '../../api/secret';
import type { NamedResponse } from '../values/responseReference';

interface ShownRedirect {
  status: number;
  from: string;
  to: string;
  milliseconds: number;
}

/** `loop`: it leads to an address that already led here. */
type NotFollowed = 'otherHost' | 'method' | 'loop' | 'tooMany';

/** Everything about a response that may be shown. */
interface RunReport {
  method: string;
  status: number;
  statusText: string;
  /** As received, duplicates too; credentials are masks. */
  headers: [name: string, value: string][];
  /** Decoded bytes that were read. */
  size: number;
  /** Not everything is in memory. */
  truncated: boolean;
  /** Cut off: longer than allowed, or than could be kept. */
  stopped: boolean;
  charset: string;
  wrongCharset: boolean;
  /** The redirects that were followed before this response; addresses may be shown. */
  redirects: readonly ShownRedirect[];
  /** Why the redirect that this response is was not followed; `undefined` if it is none. */
  notFollowed: NotFollowed | undefined;
  /** A refused token was renewed first. */
  renewed: boolean;
  ok: boolean;
  /** Statuses the catalogue knows as success; empty when it knows none. */
  expectedStatus: readonly number[];
  /** Milliseconds from sending until the headers, and until the end. */
  ms: { headers: number; total: number };
  /** Where the time went; `undefined` if it was not measured, as through a proxy. */
  timing: RequestTiming | undefined;
  /** The body with its credentials masked; `undefined` when it is no text. */
  text: string | undefined;
}

interface Raw {
  bytes: Uint8Array;
  text: string | undefined;
  headers: [name: string, value: string][];
  /** Everything that is masked in it: what it names as credentials, and what was known before. */
  credentials: readonly Secret[];
}

/** Characters of a response that may hand over an upload: to read a longer one would make the host wait. */
const longestUpload = 100_000;

/** A response. Printing it shows the report; the body as it came is given by `reveal…` alone. */
export class RunResult {
  readonly report: Readonly<RunReport>;
  readonly #raw: Raw;

  constructor(report: RunReport, raw: Raw) {
    this.report = report;
    this.#raw = raw;
  }

  get status(): number {
    return this.report.status;
  }

  /** The masked body as JSON; `undefined` when it is none. */
  json(): unknown {
    return parsed(this.report.text);
  }

  /** The bytes in memory, credentials included: for saving and for hex. */
  revealBytes(): Uint8Array {
    return this.#raw.bytes;
  }

  /** The text in memory, credentials included: when a person asks to see them. */
  revealText(): string | undefined {
    return this.#raw.text;
  }

  /** To be masked wherever the response is shown. */
  credentials(): readonly Secret[] {
    return this.#raw.credentials;
  }

  /** The credentials that must not leave with a later request. A document sends those of an upload to the storage host. */
  tokens(): readonly Secret[] {
    const { text = '' } = this.#raw;
    const body = text.length <= longestUpload && text.includes('"upload_url"') ? parsed(text) : undefined;
    const fields = typeof body === 'object' && body !== null && 'upload_url' in body ? Object.entries(body) : [];
    const handedOver = fields.filter(([name]) => isUploadField(name)).map(([, value]) => String(value));
    return this.#raw.credentials.filter(secret => !handedOver.some(text => text.includes(secret.reveal())));
  }

  /** For later requests of the document. */
  asNamed(): NamedResponse {
    return { status: this.status, headers: this.#raw.headers, text: new Secret(this.#raw.text ?? '') };
  }

  /** The user token of a registration or login, to sign in with. */
  userToken(): Secret | undefined {
    const token = (parsed(this.#raw.text) as { token?: unknown } | null | undefined)?.token;
    return typeof token === 'string' && token !== '' ? new Secret(token) : undefined;
  }

  asRenewed(): RunResult {
    return new RunResult({ ...this.report, renewed: true }, this.#raw);
  }

  toJSON(): RunReport {
    return this.report;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
