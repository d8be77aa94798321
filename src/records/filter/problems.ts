import type { Range } from '../../json/json';

/** Why a filter cannot be applied, and where. The sentences are in `src/ui`. */
export interface FilterProblem extends Range {
  code:
    | 'expectedColumn'
    | 'expectedOperator'
    | 'expectedValue'
    | 'expectedList'
    | 'expectedAnd'
    | 'expectedConnector'
    | 'expectedClose'
    | 'unclosed'
    | 'tooDeep'
    | 'tooLong'
    | 'badJson'
    /** JSON that is no condition of the service. */
    | 'badCondition'
    | 'unknownColumn'
    /** The service cannot compare columns of the type in this way. */
    | 'unsupported'
    | 'wrongType'
    | 'notAChoice'
    /** The service has no opposite of the operator. */
    | 'cannotNegate'
    | 'badPattern'
    | 'emptyList';
  /** The filter can be applied all the same. */
  isWarning?: boolean;
  /** Of the column. */
  name?: string;
  nearest?: string | undefined;
  operator?: string | undefined;
  type?: string;
  /** What can be written instead. */
  instead?: string | undefined;
  /** Type or choices of the column. */
  expected?: string;
}
