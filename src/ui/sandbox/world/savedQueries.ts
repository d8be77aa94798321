import type { Selection as Target } from '../../../applications/selection';
import { filterText } from '../../../records/filter/filter';
import type { WorldDependencies } from './storeWorld';

/** A query of records among the favourites. */
export interface SavedQuery {
  /** ID of the table. */
  table: string;
  where: string;
  /** The condition as the grid shows it. */
  label: string;
}

/** The queries of an environment that the user keeps as favourites. */
export function savedQueries({ favourites }: WorldDependencies, { application, environment }: Target): SavedQuery[] {
  return favourites.of(application).flatMap((node): SavedQuery[] => {
    if (node.kind !== 'dataQuery' || node.environment?.envId !== environment?.envId) return [];
    const { query } = node;
    if (query.kind === 'record' || query.where === undefined) return [];
    return [{ table: query.table, where: query.where, label: filterText(query.where, undefined) }];
  });
}
