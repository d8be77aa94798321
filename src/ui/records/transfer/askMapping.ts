import * as vscode from 'vscode';
import { writeJson } from '../../../json/json';
import type { Table } from '../../../records/table/schema';
import { columnNames } from '../../../records/transfer/importScan';
import { checkMapping, guessMapping, importTargets, type Mapping } from '../../../records/transfer/mapping';
import { readRows } from '../../../records/transfer/sourceRows';
import { TransferError } from '../../../records/transfer/transferError';
import { typeText } from '../../nodes/dataColumn';
import { plainText } from '../../messages/plainText';
import { showPick } from '../../platform/prompts';
import type { ChosenFile } from './chosenFile';
import { transferMessages } from './transferMessages';
import { unlessCancelled } from '../../platform/dialogs';

/** The columns of a file, with the first non-empty value of each column as an example. */
interface FileColumns {
  names: readonly string[];
  examples: ReadonlyMap<string, string>;
}

/**
 * Reads the columns of a file, with examples from its first rows.
 * @throws TransferError for an invalid file; the signal's reason
 */
export async function readColumns({ file, format }: ChosenFile, signal: AbortSignal): Promise<FileColumns> {
  const names = await columnNames(file, format, signal);
  const source = readRows(file, format, signal);
  const examples = new Map<string, string>();
  for await (const rows of source.groups) {
    for (const { cells, fields } of rows.slice(0, 100)) {
      source.header?.forEach((name, at) => addExample(examples, name, cells?.[at]));
      for (const [name, value] of fields ?? []) addExample(examples, name, writeJson(value));
    }
    break;
  }
  return { names, examples };
}

/**
 * Shows the mapping of file columns to table columns, and lets the user change it.
 * @param before the initial mapping; if absent, it is guessed from the column names
 * @throws vscode.CancellationError
 */
export async function askMapping(
  title: string,
  { names, examples }: FileColumns,
  table: Table,
  before?: Mapping,
): Promise<Mapping> {
  let mapping: Mapping = before ?? guessMapping(names, table);
  let placeHolder = vscode.l10n.t('Check which column goes where. Choose a column to change it.');
  for (;;) {
    const count = [...mapping.values()].filter(target => target !== undefined).length;
    const items: (vscode.QuickPickItem & { name?: string })[] = [
      { label: vscode.l10n.t('Continue'), description: vscode.l10n.t('{0} of {1} columns', count, names.length) },
      ...names.map(name => ({
        label: plainText(name, 60),
        description: `→ ${targetText(mapping.get(name), table)}`,
        detail: plainText(examples.get(name) ?? '', 80),
        name,
      })),
    ];
    const chosen = await showPick(items, { title, placeHolder, ignoreFocusOut: true, matchOnDescription: true });
    if (chosen.name !== undefined) {
      mapping = await askTarget(title, chosen.name, table, mapping);
      continue;
    }
    const problem = mappingProblem(mapping, table);
    if (problem === undefined) return mapping;
    placeHolder = problem;
  }
}

function addExample(examples: Map<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '' && !examples.has(name)) examples.set(name, value.slice(0, 200));
}

/** Asks for the target of a file column. Another file column with the same target is no longer imported. */
async function askTarget(title: string, name: string, table: Table, mapping: Mapping): Promise<Mapping> {
  const used = new Map([...mapping].map(([each, target]) => [target, each]));
  const items = [undefined, ...importTargets(table)].map(target => {
    const other = target === undefined ? undefined : used.get(target);
    return {
      label: target === undefined ? targetText(undefined, table) : plainText(target, 60),
      description: target === undefined ? '' : typeOf(target, table),
      ...(other === undefined || other === name
        ? {}
        : { detail: vscode.l10n.t('Now from {0}, which is left out then', plainText(other, 60)) }),
      target,
    };
  });
  const placeHolder = vscode.l10n.t('Choose the column for {0}', plainText(name, 60));
  const chosen = await unlessCancelled(showPick(items, { title, placeHolder, ignoreFocusOut: true }));
  if (chosen === undefined) return mapping;
  return new Map(
    [...mapping].map(([each, target]) => {
      if (each === name) return [each, chosen.target];
      return [each, target === chosen.target ? undefined : target];
    }),
  );
}

function targetText(target: string | undefined, table: Table): string {
  if (target === undefined) return vscode.l10n.t('not imported');
  return `${plainText(target, 60)}  ${typeOf(target, table)}`.trimEnd();
}

function typeOf(target: string, { columns }: Table): string {
  const column = columns.find(({ name }) => name === target);
  return column === undefined ? '' : plainText(typeText(column), 60);
}

function mappingProblem(mapping: Mapping, table: Table): string | undefined {
  try {
    checkMapping(mapping, table);
    return undefined;
  } catch (error) {
    if (error instanceof TransferError) return transferMessages.error(error);
    throw error;
  }
}
