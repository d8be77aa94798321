import { isUploadField } from '../../api/credentialFields';
import type { RequestTiming } from '../../api/http/timing';
import { Secret } from '../../api/secret';
import { textOf, type BodyText } from './bodyText';
import type { NamedResponse } from '../document/responseReference';
import { jsonValue } from '../../json/jsonValue';

interface ShownRedirect {
  status: number;
  from: string;
  to: string;
  milliseconds: number;
}

/** `otherOrigin`: the same host, with another protocol or port. `loop`: an address that was visited before. */
type NotFollowed = 'otherHost' | 'otherOrigin' | 'method' | 'loop' | 'tooMany';

/** The parts of a response that may be shown. */
interface RunReport {
  method: string;
  status: number;
  statusText: string;
  /** As received, including duplicates, with masked credentials. */
  headers: [name: string, value: string][];
  /** The number of decoded bytes. */
  size: number;
  /** Whether the body in memory is incomplete. */
  truncated: boolean;
  /** Whether the response was cut off because of its length. */
  stopped: boolean;
  charset: string;
  wrongCharset: boolean;
  /** The redirects before this response; their addresses may be shown. */
  redirects: readonly ShownRedirect[];
  /** Why the redirect in this response was not followed; `undefined` for any other response. */
  notFollowed: NotFollowed | undefined;
  /** Whether a refused token was renewed first. */
  renewed: boolean;
  ok: boolean;
  /** The documented statuses of success; empty when unknown. */
  expectedStatus: readonly number[];
  /** Milliseconds from sending until the headers, and until the end. */
  ms: { headers: number; total: number };
  /** The duration of each phase; `undefined` if it was not measured, for example through a proxy. */
  timing: RequestTiming | undefined;
  /** The body with masked credentials; `undefined` for a binary body. Each access decodes it; `maskedBody` does not. */
  text: string | undefined;
}

interface Raw {
  bytes: Uint8Array;
  /** Decodes the body. */
  text: () => string | undefined;
  masked: BodyText | undefined;
  /** Whether the masked body differs from the body. */
  isMasked: boolean;
  headers: [name: string, value: string][];
  /** All credentials to mask: those in the response, and those that were known before. */
  credentials: readonly Secret[];
}

/** Maximum length of a response that is searched for an upload: a longer one would block the extension host. */
const longestUpload = 100_000;

/** A response. Printing it shows the report; only the methods `reveal…` give the original body. */
export class RunResult {
  readonly report: Readonly<RunReport>;
  readonly #raw: Raw;

  constructor(report: Omit<RunReport, 'text'>, raw: Raw) {
    this.report = {
      ...report,
      get text() {
        return raw.masked === undefined ? undefined : textOf(raw.masked);
      },
    };
    this.#raw = raw;
  }

  get status(): number {
    return this.report.status;
  }

  /** Returns the body with masked credentials, which threads can read without a copy; `undefined` for a binary body. */
  maskedBody(): BodyText | undefined {
    return this.#raw.masked;
  }

  /** Whether the masked text differs from the text. */
  get isMasked(): boolean {
    return this.#raw.isMasked;
  }

  /** Returns the bytes in memory, including credentials: for saving and the hex view. */
  revealBytes(): Uint8Array {
    return this.#raw.bytes;
  }

  /** Returns the text in memory, including credentials: for a user who asks to see them. */
  revealText(): string | undefined {
    return this.#raw.text();
  }

  /** Returns the credentials to mask wherever the response is shown. */
  credentials(): readonly Secret[] {
    return this.#raw.credentials;
  }

  /**
   * Returns the credentials that must not be sent with a later request. Those of an upload are allowed, because a
   * document sends them to the storage host.
   */
  tokens(): readonly Secret[] {
    const text = this.#raw.bytes.length <= longestUpload ? (this.#raw.text() ?? '') : '';
    const body = text.length <= longestUpload && text.includes('"upload_url"') ? jsonValue(text) : undefined;
    const fields = typeof body === 'object' && body !== null && 'upload_url' in body ? Object.entries(body) : [];
    const handedOver = fields.filter(([name]) => isUploadField(name)).map(([, value]) => String(value));
    return this.#raw.credentials.filter(secret => !handedOver.some(text => text.includes(secret.reveal())));
  }

  /** Returns the response for later requests of the document. */
  asNamed(): NamedResponse {
    const text = new Secret(this.#raw.text() ?? '');
    return { status: this.status, headers: this.#raw.headers, text, isCut: this.report.truncated };
  }

  /** Returns the user token of a registration or login, to sign in with. */
  userToken(): Secret | undefined {
    const token = (jsonValue(this.#raw.text() ?? '') as { token?: unknown } | null | undefined)?.token;
    return typeof token === 'string' && token !== '' ? new Secret(token) : undefined;
  }

  asRenewed(): RunResult {
    return new RunResult({ ...this.report, renewed: true }, this.#raw);
  }

  toJSON(): RunReport {
    return this.report;
  }
}
