import { csv, tsv, type Dialect } from '../../csv/csv';

/** `json` is one array; `jsonl` has one object on each line. */
export const transferFormats = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type TransferFormat = (typeof transferFormats)[number];

const endings: Readonly<Record<string, TransferFormat>> = {
  ...{ csv: 'csv', tsv: 'tsv', tab: 'tsv', json: 'json', jsonl: 'jsonl', ndjson: 'jsonl' },
};

/** The format that the ending of a file name indicates; `undefined` if it is unknown. */
export function formatOf(name: string): TransferFormat | undefined {
  const ending = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/** The separators of a format; `undefined` for JSON. */
export function dialectOf(format: TransferFormat): Dialect | undefined {
  return format === 'csv' ? csv : format === 'tsv' ? tsv : undefined;
}
