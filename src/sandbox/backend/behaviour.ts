/** Behaviour that the service's console sets or that is not documented. It can change while the sandbox runs. */
export interface Behaviour {
  /** Fields of records and profiles that are dropped without a word, whatever their value. */
  droppedFields: readonly string[];
  /** What a PUT of a table does to the columns that it leaves out. */
  omittedColumns: 'removed' | 'kept';
  /** Whether anonymous users, and callers without a user, may call cloud functions. */
  anonymousFunctions: boolean;
}

export const usualBehaviour: Behaviour = {
  droppedFields: [],
  omittedColumns: 'removed',
  anonymousFunctions: false,
};
