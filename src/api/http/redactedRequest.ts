import { secretsOf, type ApiRequest } from './apiRequest';
import { redactKnown } from '../masking/text';

/** A request for display: all credentials are masked. */
export interface RedactedRequest {
  method: string;
  url: string;
  /** Headers in their order; names may repeat. */
  headers: readonly (readonly [name: string, value: string])[];
  body?: string | undefined;
}

export function redactedRequest(request: ApiRequest): RedactedRequest {
  const { method, url, headers = {}, authorization, body, json } = request;
  return {
    method,
    url: redactKnown(url.href, secretsOf(request)),
    headers: [
      ...Object.entries(headers),
      ...(authorization === undefined
        ? []
        : [['Authorization', `${authorization.scheme} ${String(authorization.token)}`] as const]),
    ],
    // `Secret` serializes itself as a mask.
    body: json ?? (body === undefined ? undefined : JSON.stringify(body, undefined, 2)),
  };
}
