import type { Risk } from '../api/operations/operation';
import type { Change } from './change';

/** The facts about changes that a person should know before they are sent. */
export interface GuardedFacts {
  risk: Risk;
  /** Changes that the service cannot compare while it writes. */
  unprotected: number;
  /** Some requests are sent again without their condition if the service does not find its own unchanged thing. */
  mayDropCondition: boolean;
  /** Some requests are completed with the results of others. */
  areCompleted: boolean;
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
    areCompleted: changes.some(({ bind }) => bind !== undefined),
  };
}
