import type { Range } from '../../json/json';

/** The reason why a filter cannot be applied, and its position. The messages are in `src/ui`. */
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
    /** JSON that is not a condition of the service. */
    | 'badCondition'
    | 'unknownColumn'
    /** The service does not have this comparison for columns of this type. */
    | 'unsupported'
    | 'wrongType'
    | 'notAChoice'
    /** The service has no negation of the operator. */
    | 'cannotNegate'
    | 'badPattern'
    | 'emptyList';
  /** True for a warning: the filter can be applied. */
  isWarning?: boolean;
  /** The name of the column. */
  name?: string;
  nearest?: string | undefined;
  operator?: string | undefined;
  type?: string;
  /** A valid replacement. */
  instead?: string | undefined;
  /** The type or the choices of the column. */
  expected?: string;
}
