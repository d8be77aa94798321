import { guessMapping, importTargets, type Mapping } from '../records/transfer/mapping';
import type { Table } from '../records/table/schema';
import { t } from './language';
import { WrongInput } from './options';

/**
 * Returns the columns of the table for those of a file: those of `--map`, and guesses for the others.
 * @throws WrongInput
 */
export function mappingOf(names: readonly string[], map: Mapping, table: Table): Mapping {
  const unknown = [...map.keys()].find(name => !names.includes(name));
  if (unknown !== undefined) throw new WrongInput(t('The file has no column {0}.', unknown));
  const chosen = new Set(map.values());
  const guesses = guessMapping(names, table);
  const mapping = new Map(
    names.map(name => {
      const guess = guesses.get(name);
      return [name, map.has(name) ? map.get(name) : chosen.has(guess) ? undefined : guess] as const;
    }),
  );
  if ([...mapping.values()].every(column => column === undefined)) throw noColumns(names, table);
  return mapping;
}

/** An error that shows the columns of both sides. For example, a file with semicolons has one column only. */
function noColumns(names: readonly string[], table: Table): WrongInput {
  return new WrongInput(
    t(
      'No column of the file ({0}) would be imported into a column of the table ({1}). Choose columns with --map "NAME=COLUMN". The cells of a CSV file are separated by commas.',
      names.slice(0, 20).join(', '),
      importTargets(table).join(', '),
    ),
  );
}
