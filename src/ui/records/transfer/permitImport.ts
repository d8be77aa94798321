import * as vscode from 'vscode';
import { redactedRequest } from '../../../api/http/redactedRequest';
import { apiRequestOf } from '../../../api/openApi/dataService';
import { Secret } from '../../../api/secret';
import type { JsonObject } from '../../../json/json';
import { rowsRequest } from '../../../records/transfer/sendRows';
import type { Guard } from '../../guard/guard';
import { targetName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import type { TableTarget } from './exportSource';

/**
 * Asks the guard to permit an import, with the number of its requests and rows.
 * @param remaining the rows and requests that are left; `isLastUnknown`: the last request may have stored its rows, so
 * the table is read before anything is sent
 * @param next the records of the first request, which is shown as an example
 * @throws vscode.CancellationError, UiError; then nothing was sent
 */
export async function permitImport(
  guard: Pick<Guard, 'permit'>,
  { target, service, table }: TableTarget,
  { rows, requests, isLastUnknown = false }: { rows: number; requests: number; isLastUnknown?: boolean },
  next: readonly JsonObject[],
  recognition: string,
): Promise<void> {
  const authorization = { scheme: 'Bearer', token: new Secret('') } as const;
  const example = redactedRequest({ ...apiRequestOf(rowsRequest(next, table.id), service.target), authorization });
  const name = plainText(table.name, 60);
  const question =
    rows === 1
      ? vscode.l10n.t('Import 1 row into {0} in {1}?', name, targetName(target))
      : vscode.l10n.t('Import {0} rows into {1} in {2}?', rows, name, targetName(target));
  const consequence = [
    recognition,
    isLastUnknown
      ? vscode.l10n.t(
          'Requests: at most {0}, new records: at most {1}. The result of the last request is unknown. The table is read first, and only missing rows are sent again. If all are missing, the first request is:',
          requests,
          rows,
        )
      : vscode.l10n.t('Requests: {0}, new records: {1}. The first request:', requests, rows),
  ];
  await guard.permit(
    target,
    { risk: 'writes', requests: [example] },
    { words: { question, button: vscode.l10n.t('Import'), consequence: consequence.join('\n') } },
  );
}
