import * as vscode from 'vscode';
import { redactedRequest } from '../../../api/http/redactedRequest';
import { Secret } from '../../../api/secret';
import type { ImportedRow } from '../../../records/transfer/importedRow';
import { rowsRequest } from '../../../records/transfer/sendRows';
import type { Guard } from '../../guard/guard';
import { targetName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import type { TablePlace } from './exportSource';

/**
 * Lets the guard judge an import, with the number of its requests and rows.
 * @param preview the first rows; they are shown as an example
 * @throws vscode.CancellationError, UiError: nothing was sent
 */
export async function permitImport(
  guard: Pick<Guard, 'permit'>,
  { target, service, table }: TablePlace,
  { rows, requests }: { rows: number; requests: number },
  preview: readonly ImportedRow[],
  recognition: string,
): Promise<void> {
  const examples = preview.flatMap(({ record, problems }) =>
    record === undefined || problems.length > 0 ? [] : [record],
  );
  const authorization = { scheme: 'Bearer', token: new Secret('') } as const;
  const example = redactedRequest({ ...rowsRequest(examples, table.id, service), authorization });
  const name = plainText(table.name, 60);
  const question = vscode.l10n.t('Import {0} rows into {1} in {2}?', rows, name, targetName(target));
  const consequence = [
    vscode.l10n.t('{0} requests create {1} records. This is the first rows’ request:', requests, rows),
    recognition,
  ];
  await guard.permit(
    target,
    { risk: 'writes', requests: [example] },
    { words: { question, button: vscode.l10n.t('Import'), consequence: consequence.reverse().join('\n') } },
  );
}
