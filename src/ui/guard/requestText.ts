import * as vscode from 'vscode';
import type { RedactedRequest } from '../../api/http/redactedRequest';
import type { LongText } from '../platform/shownTexts';

/**
 * Where the request goes and what its consequence is; below that, the request as it will be sent.
 * @param where absent where the question says it
 */
export function requestText(request: RedactedRequest, where?: string, consequence?: string): LongText {
  const { method, url, headers, body } = request;
  return {
    before: [
      ...(where === undefined ? [] : [vscode.l10n.t('Target: {0}', where), '']),
      ...(consequence === undefined ? [] : [consequence, '']),
    ],
    lines: [
      `${method} ${url}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ['', ...body.split(/\r?\n/)]),
    ],
  };
}
