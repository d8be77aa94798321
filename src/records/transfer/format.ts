import { csv, tsv, type Dialect } from '../../csv/csv';

/** A `json` file is one array; a `jsonl` file contains one object per line. */
export const transferFormats = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type TransferFormat = (typeof transferFormats)[number];

const endings: Readonly<Record<string, TransferFormat>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
};

/** Returns the format for the ending of a file name; `undefined` if the ending is unknown. */
export function formatOf(name: string): TransferFormat | undefined {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/** Returns the dialect of a delimited format; `undefined` for JSON. */
export function dialectOf(format: TransferFormat): Dialect | undefined {
  return format === 'csv' ? csv : format === 'tsv' ? tsv : undefined;
}
