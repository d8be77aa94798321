import * as vscode from 'vscode';
import type { RedactedRequest } from '../../api/http/redactedRequest';
import type { LongText } from '../platform/readonlyTexts';

/**
 * Returns the target and consequence of the requests, followed by the requests as they will be sent.
 * @param targetLabel absent if the question already names the target
 */
export function requestText(
  requests: readonly RedactedRequest[],
  targetLabel?: string,
  consequence?: string,
): LongText {
  return {
    before: [
      ...(targetLabel === undefined ? [] : [vscode.l10n.t('Target: {0}', targetLabel), '']),
      ...(consequence === undefined ? [] : [consequence, '']),
    ],
    lines: requests.flatMap((request, index) => [...(index === 0 ? [] : ['', '###', '']), ...requestLines(request)]),
  };
}

function requestLines({ method, url, headers, body }: RedactedRequest): string[] {
  return [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', ...body.split(/\r?\n/)]),
  ];
}

/** Describes a request that has no condition and so affects all records: for the code lens and the guard's question. */
export function allRecordsText(method: string, path: string): string {
  if (path.includes('/user_profile/')) return vscode.l10n.t('Change all users');
  return method === 'DELETE'
    ? vscode.l10n.t('Delete all records of this table')
    : vscode.l10n.t('Change all records of this table');
}
