import * as vscode from 'vscode';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { Selection } from '../../../applications/selection';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { durationText } from '../../messages/timeText';
import { asUiError } from '../document/requestMessage';
import { missingNotes, type PartialResponse } from './arrivingDocument';
import { requestHead, sizeText } from './responseText';

/** A sent request without a complete response. */
export interface Failure {
  resolved: ResolvedRequest;
  selection: Selection;
  error: unknown;
  /** Milliseconds from sending to the error. */
  milliseconds: number;
  /** The part of the response that arrived before the error; `undefined` if nothing arrived. */
  arrived: PartialResponse | undefined;
}

/**
 * Returns the text of the document for a failure: the cause, the duration, what to do next, and the part of the
 * response that arrived.
 */
export function failureText({ resolved, selection, error, milliseconds, arrived }: Failure): string {
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
    ...[...advice, ...arrivedNotes(arrived)].map(line => `# ${line}`),
  ];
  const body = arrived?.part.text ?? '';
  return `${lines.join('\n')}\n${body === '' ? '' : `\n${body}`}`;
}

function arrivedNotes(arrived: PartialResponse | undefined): string[] {
  if (arrived === undefined) return [];
  return [vscode.l10n.t('{0} had arrived.', sizeText(arrived.size)), ...missingNotes(arrived.part)];
}
