import type { RedactedRequest } from '../../../api/http/redactedRequest';
import { maskResponse } from '../../../api/masking/text';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { masked } from '../../../requests/document/secretText';

/** Returns the request as the guard's confirmation shows it: complete, with all credentials masked. */
export function guardedRequest({ method, url, headers, authorization, body }: ResolvedRequest): RedactedRequest {
  const lines = headers.map(({ name, value }): [string, string] => [name, masked(value)]);
  if (authorization !== undefined) {
    lines.push(['Authorization', `${authorization.scheme} ${String(authorization.token)}`]);
  }
  return { method, url: url.href, headers: lines, body: bodyShown(body) };
}

function bodyShown(body: ResolvedRequest['body']): string | undefined {
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'text':
      // Also masks a password that is written in the document.
      return maskResponse(masked(body.pieces), []);
    case 'file':
      return `< ${body.path}`;
    case 'multipart':
      return body.parts
        .flatMap(({ headers, content }) => [
          ...headers.map(({ name, value }) => `${name}: ${masked(value)}`),
          content.kind === 'file' ? `< ${content.path}` : masked(content.pieces),
        ])
        .join('\n');
  }
}
