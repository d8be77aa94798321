import * as vscode from 'vscode';
import { environmentName } from '../../nodes/environmentName';
import type { Verdict } from '../../../requests/checks/verdict';
import { plainText } from '../../messages/plainText';
import { durationText } from '../../messages/timeText';
import { fileName } from '../../messages/fileName';
import type { ReceivedResponse } from './response';
import { messages } from '../document/requestMessage';

/** Returns the URI for comparisons. Its document omits parts that always differ, such as times. */
export function comparedUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ query: 'compared' });
}

export function isComparedUri({ query }: vscode.Uri): boolean {
  return query === 'compared';
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Removes headers that differ between any two responses. */
export function withoutVolatileHeaders(headers: Headers): Headers {
  return headers.filter(([name]) => !['age', 'date', 'x-request-id'].includes(name.toLowerCase()));
}

/**
 * Returns everything above the body: status line, request and headers.
 * @param isCompared true to omit what differs between any two responses
 */
export function responseHead(response: ReceivedResponse, isCompared: boolean): string {
  const { result, file, verdicts } = response;
  const { report } = result;
  const notes = [
    report.renewed ? vscode.l10n.t('The token was renewed first.') : undefined,
    report.notFollowed && notFollowedText(report.notFollowed),
    report.wrongCharset ? vscode.l10n.t('The text is not in the character set it declares.') : undefined,
    report.stopped ? vscode.l10n.t('The response was cut off.') : undefined,
    report.expectedStatus.length > 0 && !report.expectedStatus.includes(report.status) && report.ok
      ? vscode.l10n.t('The documentation names a different status: {0}', report.expectedStatus.join(', '))
      : undefined,
    file === undefined ? undefined : completeHint(response),
  ].filter(note => note !== undefined);
  const head = [
    `HTTP ${report.status} ${report.statusText}`.trimEnd(),
    ...requestHead(response),
    ...(isCompared ? [`# ${sizeText(report.size)}`] : timingLines(report)),
    ...redirectLines(report, isCompared),
    ...notes.map(note => `# ${note}`),
    ...(isCompared ? [] : verdictLines(verdicts)),
    ...(isCompared ? withoutVolatileHeaders(report.headers) : report.headers).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ];
  return head.join('\n');
}

/** Returns how the user gets the rest of a response that is not in memory. Only a text opens as a whole. */
export function completeHint({ result }: Pick<ReceivedResponse, 'result'>): string {
  return result.maskedBody() === undefined
    ? vscode.l10n.t('This is only the beginning. “Save Body…” saves everything.')
    : vscode.l10n.t('This is only the beginning. “Open Complete Response” shows everything.');
}

/** Returns a line for the request and one for its target. */
export function requestHead({ resolved, selection }: Pick<ReceivedResponse, 'resolved' | 'selection'>): string[] {
  const targetText =
    resolved.family === 'other'
      ? `${resolved.url.origin} · ${vscode.l10n.t('another host: no credentials added')}`
      : `${selection.application.name} · ${environmentOrHost(resolved)}`;
  return [`# ${resolved.method} ${resolved.url.pathname}${resolved.url.search}`, `# ${targetText}`];
}

type Report = ReceivedResponse['result']['report'];

/** Returns a line with the total time and size, followed by indented timings that can be folded. */
function timingLines({ ms, size, timing }: Report): string[] {
  const whole = `# ${durationText(ms.total)} · ${sizeText(size)}`;
  if (timing === undefined) return [whole];
  const { reused, dns, connect, tls, firstByte } = timing;
  const steps: [name: string, milliseconds: number | undefined][] = [
    [vscode.l10n.t('DNS'), dns],
    [vscode.l10n.t('Connect'), connect],
    [vscode.l10n.t('TLS'), tls],
    [vscode.l10n.t('First byte'), firstByte],
    [vscode.l10n.t('Download'), ms.total - ms.headers],
  ];
  const measured = steps.filter((step): step is [string, number] => step[1] !== undefined);
  return [
    whole,
    ...(reused ? [`#   ${vscode.l10n.t('The connection was reused.')}`] : []),
    ...measured.map(([name, milliseconds]) => `#   ${vscode.l10n.t('{0}: {1}', name, durationText(milliseconds))}`),
  ];
}

/** Returns a line with the number of redirects, followed by indented redirects that can be folded. */
function redirectLines({ redirects }: Report, isCompared: boolean): string[] {
  if (redirects.length === 0) return [];
  const lines = redirects.map(({ status, from, to, milliseconds }) => {
    const time = isCompared ? '' : ` · ${durationText(milliseconds)}`;
    return `#   ${status} ${plainText(from, 500)} → ${plainText(to, 500)}${time}`;
  });
  const count = redirects.length;
  const title =
    count === 1 ? vscode.l10n.t('1 redirect was followed') : vscode.l10n.t('{0} redirects were followed', count);
  return [`# ${title}`, ...lines];
}

function notFollowedText(reason: NonNullable<Report['notFollowed']>): string {
  return {
    otherHost: vscode.l10n.t('The redirect leads to another host and was not followed.'),
    otherOrigin: vscode.l10n.t('The redirect leads to another protocol or port of the host and was not followed.'),
    method: vscode.l10n.t('Redirects are followed only for GET.'),
    loop: vscode.l10n.t('The redirects lead in a circle. The last one was not followed.'),
    tooMany: vscode.l10n.t('There were too many redirects. The last one was not followed.'),
  }[reason];
}

/** Returns a line with the number of passed checks, and one for each failed check. */
function verdictLines(verdicts: readonly Verdict[]): string[] {
  if (verdicts.length === 0) return [];
  const failed = verdicts.filter(({ passed }) => !passed);
  const lines = failed.map(verdict => `✗ ${verdict.title} · ${messages.verdict(verdict)}`);
  return [messages.count(verdicts), ...lines].map(line => `# ${plainText(line, 1000)}`);
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Returns the name of the environment that the request was sent to, or the other host. */
export function environmentOrHost({ environment, family, url }: ReceivedResponse['resolved']): string {
  if (family === 'other') return url.host;
  return environmentName(environment);
}

/**
 * Makes text usable as the last path segment, which the editor shows as the title. Replaces slashes with a similar
 * character.
 */
export function titlePart(text: string): string {
  return fileName(text.replaceAll('/', '∕'));
}
