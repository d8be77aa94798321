import type { Table, TableIndex } from '../table/schema';
import { hasIndexKey, RequestCounter } from './batch';
import type { TransferFormat } from './format';
import { RowConverter, type ImportedRow } from './importedRow';
import type { InputFile } from './inputFile';
import { checkMapping, type Mapping } from './mapping';
import { readRows } from './sourceRows';
import { TransferError } from './transferError';

/** The maximum number of rows in a preview. */
const previewRows = 1000;

/** The result of checking a whole file. */
export interface ImportScan {
  rows: number;
  /** Rows that will not be sent. */
  wrongRows: number;
  /** The number of requests that are needed to send the rows, if none of them fails. */
  requests: number;
  /** The first rows. */
  preview: ImportedRow[];
  /** The first rows with problems. */
  firstWrongRows: ImportedRow[];
  /** Columns of the file that are not imported; the number of a column with values but without a heading. */
  ignoredColumns: (string | number)[];
  /** Unique indexes whose columns have values in every row without problems. */
  usableIndexes: readonly TableIndex[];
}

const maximumWrongRows = 20;

/**
 * Returns the column names of a file: the names in its header, or in the first rows of JSON. If none of these can be
 * read, those in the first rows that can.
 * @throws TransferError of the file; the signal's reason
 */
export async function columnNames(file: InputFile, format: TransferFormat, signal?: AbortSignal): Promise<string[]> {
  const source = readRows(file, format, signal);
  const names = new Set<string>();
  let count = 0;
  for await (const rows of source.groups) {
    for (const { fields } of rows) for (const name of fields?.keys() ?? []) if (name !== '') names.add(name);
    count += rows.length;
    if (source.header !== undefined || (count >= previewRows && names.size > 0)) break;
  }
  if (count === 0) throw new TransferError('emptyFile');
  const named = (source.header ?? [...names]).filter(name => name !== '');
  if (named.length === 0) throw new TransferError('noColumnNames');
  return named;
}

/**
 * Reads a whole file and checks every row.
 * @throws TransferError of the file or the mapping; the signal's reason
 */
export async function scanRows(
  file: InputFile,
  format: TransferFormat,
  mapping: Mapping,
  table: Table,
  indexes: readonly TableIndex[],
  signal?: AbortSignal,
): Promise<ImportScan> {
  if (table.builtIn) throw new TransferError('builtInTable', table.name);
  checkMapping(mapping, table);
  const source = readRows(file, format, signal);
  const converter = new RowConverter(table, mapping);
  const scan: ImportScan = {
    rows: 0,
    wrongRows: 0,
    requests: 0,
    preview: [],
    firstWrongRows: [],
    ignoredColumns: [],
    usableIndexes: [],
  };
  const ignoredColumns = new Set<string | number>(
    [...mapping].filter(([, target]) => target === undefined).map(([name]) => name),
  );
  const requests = new RequestCounter();
  let usableIndexes = indexes.filter(({ columns }) => columns.length > 0);
  for await (const rows of source.groups) {
    const unnamed = [...(source.header ?? []).keys()].filter(at => source.header?.[at] === '');
    for (const row of rows) {
      for (const at of unnamed) if ((row.cells?.[at] ?? '').trim() !== '') ignoredColumns.add(at + 1);
      const imported = converter.convert(row, source.header);
      for (const name of row.fields?.keys() ?? []) if (!mapping.has(name)) ignoredColumns.add(name);
      scan.rows++;
      requests.add(imported.problems.length > 0 ? undefined : imported.record);
      if (scan.preview.length < previewRows) scan.preview.push(imported);
      if (imported.problems.length > 0) {
        scan.wrongRows++;
        if (scan.firstWrongRows.length < maximumWrongRows) scan.firstWrongRows.push(imported);
      } else if (usableIndexes.length > 0) usableIndexes = usableIndexes.filter(index => hasIndexKey(imported, index));
    }
  }
  if (scan.rows === 0) throw new TransferError('emptyFile');
  return { ...scan, requests: requests.count, ignoredColumns: [...ignoredColumns], usableIndexes };
}
