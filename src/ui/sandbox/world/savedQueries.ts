import type { Selection as Target } from '../../../applications/selection';
import { filterText } from '../../../records/filter/filter';
import type { WorldDependencies } from './storeWorld';

/** A favourite that is a query for records. */
export interface SavedQuery {
  /** ID of the table. */
  table: string;
  where: string;
  /** The condition as the grid shows it. */
  label: string;
}

/** Returns the favourite queries of an environment. */
export function savedQueries({ favourites }: WorldDependencies, { application, environment }: Target): SavedQuery[] {
  return favourites.of(application).flatMap((node): SavedQuery[] => {
    if (node.kind !== 'dataQuery' || node.environment?.envId !== environment?.envId) return [];
    const { query } = node;
    if (query.kind === 'record' || query.where === undefined) return [];
    return [{ table: query.table, where: query.where, label: filterText(query.where, undefined) }];
  });
}
