import * as vscode from 'vscode';
import { environmentName } from '../../nodes/environmentName';
import { countText, verdictText } from '../document/verdictText';
import type { Verdict } from '../../../requests/checks/verdict';
import { plainText } from '../../platform/plainText';
import { fileName } from '../../platform/fileName';
import type { ReceivedResponse } from './response';

/** The response without what differs every time: for a comparison. */
export function comparedUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ query: 'compared' });
}

export function isCompared({ query }: vscode.Uri): boolean {
  return query === 'compared';
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Two responses never have these in common. */
export function withoutTimes(headers: Headers): Headers {
  return headers.filter(([name]) => !['age', 'date', 'x-request-id'].includes(name.toLowerCase()));
}

/** Status line, what was sent where, headers: everything above the body. @param compared see `comparedUri` */
export function responseHead(
  { resolved, result, selection, file, verdicts }: ReceivedResponse,
  compared: boolean,
): string {
  const { report } = result;
  const path = `${resolved.url.pathname}${resolved.url.search}`;
  const where =
    resolved.family === 'other'
      ? `${resolved.url.origin} · ${vscode.l10n.t('another host: sent without credentials')}`
      : `${selection.application.name} · ${placeOf(resolved)}`;
  const notes = [
    report.renewed ? vscode.l10n.t('The token was renewed first.') : undefined,
    report.notFollowed ? vscode.l10n.t('The redirect was not followed.') : undefined,
    report.wrongCharset ? vscode.l10n.t('The text is not in the character set it declares.') : undefined,
    report.stopped ? vscode.l10n.t('The response was cut off.') : undefined,
    report.expectedStatus.length > 0 && !report.expectedStatus.includes(report.status) && report.ok
      ? vscode.l10n.t('The documentation names a different status: {0}', report.expectedStatus.join(', '))
      : undefined,
    file === undefined
      ? undefined
      : vscode.l10n.t('This is only the beginning. “Open Complete Response” shows everything.'),
  ].filter(note => note !== undefined);
  const head = [
    `HTTP ${report.status} ${report.statusText}`.trimEnd(),
    `# ${report.method} ${path}`,
    `# ${where}`,
    `# ${compared ? '' : `${Math.round(report.ms.total)} ms · `}${sizeText(report.size)}`,
    ...notes.map(note => `# ${note}`),
    ...(compared ? [] : verdictLines(verdicts)),
    ...(compared ? withoutTimes(report.headers) : report.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return head.join('\n');
}

/** How many checks passed, and those that did not. */
function verdictLines(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  const failed = verdicts.filter(({ passed }) => !passed);
  const lines = failed.map(verdict => `✗ ${verdict.title} · ${verdictText(verdict)}`);
  return [countText(verdicts), ...lines].map(line => `# ${plainText(line, 1000)}`);
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The environment a request went to, or the other host. */
export function placeOf({ environment, family, url }: ReceivedResponse['resolved']): string {
  if (family === 'other') return url.host;
  return environmentName(environment);
}

/** As the last part of a path, which the editor shows as the title; a slash gives way to one that looks alike. */
export function titlePart(text: string): string {
  return fileName(text.replaceAll('/', '∕'));
}
