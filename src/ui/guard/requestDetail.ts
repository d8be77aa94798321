import * as vscode from 'vscode';
import type { RedactedRequest } from '../../api/http/redactedRequest';
import { plainText } from '../platform/plainText';

// What a modal can show without its buttons leaving the screen.
const mostLines = 24;
const longestLine = 400;

/** Where the request goes and what its consequence is; below that, the request as it will be sent. */
export function requestDetail(request: RedactedRequest, where: string, consequence?: string): string {
  const { method, url, headers, body } = request;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const lines = [`${method} ${url}`, ...head, ...(body === undefined ? [] : ['', ...body.split(/\r?\n/)])];
  const shown = lines.slice(0, mostLines).map(line => plainText(line, longestLine));
  const hidden = lines.length - shown.length;
  return [
    vscode.l10n.t('Target: {0}', where),
    ...(consequence === undefined ? [] : ['', consequence]),
    '',
    ...shown,
    ...(hidden > 0 ? [vscode.l10n.t('… and {0} more lines', hidden)] : []),
  ].join('\n');
}
