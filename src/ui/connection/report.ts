import * as vscode from 'vscode';
import type { StepResult } from '../../api/diagnosis/diagnose';
import type { RouteStep } from '../../api/diagnosis/routeSteps';
import { plainText } from '../messages/plainText';
import { adviceFor } from './advice';

/** A line of the report, without secrets. */
export interface Finding {
  title: string;
  outcome: StepResult['outcome'];
  ms: number;
  details: string;
  /** The problem and its solution; empty without a problem. */
  advice: string;
}

export interface ReportSection {
  title: string;
  findings: Finding[];
}

export function findingOf(result: StepResult): Finding {
  const { step, outcome, ms } = result;
  return { title: stepTitle(step), outcome, ms, details: detailsText(result), advice: adviceFor(result) };
}

/** Returns the first failure, otherwise the first warning. */
export function worstOf(sections: readonly ReportSection[]): Finding | undefined {
  const all = sections.flatMap(({ findings }) => findings);
  return all.find(({ outcome }) => outcome === 'failed') ?? all.find(({ outcome }) => outcome === 'warning');
}

/** Formats the report as Markdown, for an editor and an issue. */
export function reportText(title: string, about: readonly string[], sections: readonly ReportSection[]): string {
  const lines = [`# ${plainText(title)}`, '', ...about.map(line => `- ${plainText(line)}`)];
  for (const { title, findings } of sections) {
    lines.push('', `## ${plainText(title)}`, '');
    for (const finding of findings) lines.push(...findingLines(finding));
  }
  return `${lines.join('\n')}\n`;
}

const marks = { ok: '✓', warning: '!', failed: '✗', skipped: '–' };

function findingLines({ title, outcome, ms, details, advice }: Finding): string[] {
  const titled = (text: string) => `${marks[outcome]} ${text === '' ? title : vscode.l10n.t('{0}: {1}', title, text)}`;
  if (outcome === 'skipped') return [titled(vscode.l10n.t('not tried'))];
  return [
    `${titled(plainText(details, 1000))} (${ms} ms)`,
    ...(advice === '' ? [] : [`  → ${plainText(advice, 1000)}`]),
  ];
}

function stepTitle(step: RouteStep): string {
  return {
    proxy: vscode.l10n.t('Proxy'),
    name: vscode.l10n.t('Host name'),
    connection: 'TCP',
    tunnel: vscode.l10n.t('Tunnel through the proxy'),
    certificate: 'TLS',
    response: vscode.l10n.t('Response'),
  }[step];
}

function detailsText({ step, outcome, facts }: StepResult): string {
  const { proxy, host = '', addresses = [], address, status, protocol, chain = [], until, received, reason } = facts;
  const { secondsAhead } = facts;
  const parts = [
    ...(step === 'proxy' && outcome === 'ok' ? [proxy ?? vscode.l10n.t('none, directly')] : []),
    ...(host === '' ? [] : [host]),
    // The address of a host that is an IP address is the host itself.
    ...addresses.filter(each => each !== host),
    ...(address === undefined ? [] : [address]),
    ...(protocol === undefined ? [] : [protocol]),
    ...(chain.length === 0 ? [] : [chain.join(' ← ')]),
    ...(until === undefined ? [] : [vscode.l10n.t('until {0}', until)]),
    ...clockParts(secondsAhead),
    ...(status === undefined ? [] : [String(status)]),
    ...(received === undefined || received === '' ? [] : [`“${received}”`]),
    ...(reason === undefined ? [] : [reason]),
  ];
  return parts.join(', ');
}

function clockParts(secondsAhead = 0): string[] {
  if (secondsAhead === 0) return [];
  return secondsAhead > 0
    ? [vscode.l10n.t('clock {0} s ahead of the service’s', secondsAhead)]
    : [vscode.l10n.t('clock {0} s behind the service’s', -secondsAhead)];
}
