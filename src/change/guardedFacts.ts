import type { Risk } from '../api/operations/operation';
import type { Change } from './change';

/** Facts about changes that the user should know before the changes are sent. */
export interface GuardedFacts {
  risk: Risk;
  /** The number of changes that the service writes without checking a condition. */
  unprotected: number;
  /**
   * True if a request may be sent a second time without its condition. This happens if the condition matches no object
   * although the object is unchanged.
   */
  mayDropCondition: boolean;
  /** True if some requests are completed with the results of other changes. */
  needOtherResults: boolean;
}

export function guardedFacts<S, D>(changes: readonly Change<S, D>[]): GuardedFacts {
  return {
    risk: changes.some(({ destroysRecords }) => destroysRecords === true)
      ? 'changesAll'
      : changes.some(({ deploysCode }) => deploysCode === true)
        ? 'runsCode'
        : 'writes',
    unprotected: changes.filter(({ check }) => check === 'readBefore').length,
    mayDropCondition: changes.some(({ unconditionalRequest }) => unconditionalRequest !== undefined),
    needOtherResults: changes.some(({ bind }) => bind !== undefined),
  };
}
