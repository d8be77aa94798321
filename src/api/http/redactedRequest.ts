import { secretsOf, type ApiRequest } from './apiRequest';
import { redactKnown } from '../secret';

/** A request as people may see it: every credential is a mask. */
export interface RedactedRequest {
  method: string;
  url: string;
  /** In their order; a name may come several times. */
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
    // A `Secret` in it writes itself as a mask.
    body: json ?? (body === undefined ? undefined : JSON.stringify(body, undefined, 2)),
  };
}
