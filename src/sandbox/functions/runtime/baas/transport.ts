import { HError } from './hError';
import { sendOnce } from './sendOnce';

/** A response in the form of the SDK. */
export interface SandboxResponse {
  status: number;
  statusText: string;
  data: unknown;
}

export interface CallOptions {
  /** Lists are joined with commas, other objects are written as JSON; undefined values are left out. */
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The address of the sandbox that started a run, and the token of the run. */
export interface RunAddress {
  origin: string;
  token: string;
  envId?: string | undefined;
}

/** Calls the sandbox that started the run. */
export class Transport {
  readonly #address: RunAddress;
  #questions = 0;

  constructor(address: RunAddress) {
    this.#address = address;
  }

  /** True while the developer is asked a question. A local run's time limit does not include this time. */
  get isAsking(): boolean {
    return this.#questions > 0;
  }

  /** Like `call`, for a path that asks the developer a question. */
  async ask(path: string, body: unknown): Promise<unknown> {
    this.#questions += 1;
    try {
      return (await this.call('POST', path, { body })).data;
    } finally {
      this.#questions -= 1;
    }
  }

  /** @throws HError for a status of 400 and above, and when there is no response */
  async call(method: string, path: string, { query = {}, body }: CallOptions = {}): Promise<SandboxResponse> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return this.callWith(method, `${path}${queryText(query)}`, payload, 'application/json');
  }

  /** Like `call`, for a body of any type. */
  async callWith(method: string, path: string, payload: Buffer | undefined, type: string): Promise<SandboxResponse> {
    const { origin, token, envId } = this.#address;
    const headers = {
      ...(payload && { 'Content-Type': type }),
      Authorization: `Bearer ${token}`,
      ...(envId === undefined ? {} : { 'X-Hydrogen-Env-ID': envId }),
    };
    const received = await sendOnce(new URL(path, origin), method, headers, payload).catch((error: Error) => {
      throw new HError(600, `The sandbox did not answer: ${error.message}`);
    });
    const { status, statusText, bytes } = received;
    const data = parse(bytes.toString('utf8'));
    if (status >= 400) throw new HError(status, messageOf(data) ?? statusText);
    return { status, statusText, data };
  }
}

function queryText(query: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, Array.isArray(value) ? value.join(',') : parameterText(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Encodes an identifier or a name as a path segment that ends with a slash. */
export function segment(id: unknown): string {
  return `${encodeURIComponent(String(id))}/`;
}

/** Converts a parameter to text: values other than text become JSON. */
export function parameterText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parse(text: string): unknown {
  try {
    return text === '' ? '' : (JSON.parse(text) as unknown);
  } catch {
    // Like the SDK, return a text that is not JSON.
    return text;
  }
}

function messageOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { error_msg: message, message: other } = data as { error_msg?: unknown; message?: unknown };
  return [message, other].find((each): each is string => typeof each === 'string');
}
