/** Behaviour that the service's console configures, or that is not documented. It can change while the sandbox runs. */
export interface Behaviour {
  /** Fields of records and profiles whose values are always dropped silently. */
  droppedFields: readonly string[];
  /** The effect of a PUT of a table on the columns that it omits. */
  omittedColumns: 'removed' | 'kept';
  /** Whether anonymous users, and callers without a user, may call cloud functions. */
  anonymousFunctions: boolean;
  /** Whether the Open API may read the jobs of exports. */
  readableExports: boolean;
}

export const defaultBehaviour: Behaviour = {
  droppedFields: [],
  omittedColumns: 'removed',
  anonymousFunctions: false,
  readableExports: true,
};
