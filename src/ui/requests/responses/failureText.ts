import * as vscode from 'vscode';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { Selection } from '../../../applications/selection';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { durationText } from '../../messages/timeText';
import { asUiError } from '../document/requestMessage';
import { requestHead } from './responseText';

/** A request without a response. */
export interface Failure {
  resolved: ResolvedRequest;
  selection: Selection;
  error: unknown;
  /** Milliseconds from sending to the error. */
  milliseconds: number;
}

/** Returns the document of a request without a response: cause, duration and next steps. */
export function failureText({ resolved, selection, error, milliseconds }: Failure): string {
  const { text, actions } = errorMessage(asUiError(error));
  const mayHaveArrived = resolved.risk !== 'reads';
  const isConnection = resolved.family !== 'other' && actions.includes('diagnose');
  const advice = [
    mayHaveArrived
      ? vscode.l10n.t('The service may have received the request. Read the data before you send it again.')
      : undefined,
    isConnection ? vscode.l10n.t('The command “Diagnose Connection” finds the cause.') : undefined,
  ].filter(line => line !== undefined);
  const lines = [
    plainText(vscode.l10n.t('No response: {0}', text), 1000),
    ...requestHead({ resolved, selection }),
    `# ${durationText(milliseconds)}`,
    ...advice.map(line => `# ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}
