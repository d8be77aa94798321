import type { RefusedField } from './acceptance';
import type { JsonObject } from '../../json/json';
import type { WriteOutcome } from '../../change/change';
import { execute as executeChanges } from '../../change/execute';
import type { Plan, PlanStep } from './plan';
import { RecordChanges } from './recordChange';
import type { DataService } from '../../api/openApi/dataService';

/** The result of one step. Only `saved` is saved; everything else stays unsaved in the editor. */
type SaveOutcome =
  /**
   * `record`: its current state; `undefined` after a deletion. `conditional`: the service compared while it wrote.
   * `gap`: milliseconds from reading to the response; a change by somebody else in this time was overwritten.
   */
  | { status: 'saved'; record: JsonObject | undefined; conditional: boolean; gap?: number }
  /** The service wrote the record, but not the values of some fields. */
  | { status: 'partly'; record: JsonObject; refused: readonly RefusedField[]; conditional: boolean; gap?: number }
  | Exclude<WriteOutcome<JsonObject, RefusedField>, { status: 'saved' | 'partly' }>;

export interface StepOutcome {
  step: PlanStep;
  outcome: SaveOutcome;
}

export interface SaveOptions {
  /** The columns the document shows, when it does not show all. */
  chosen?: readonly string[] | undefined;
  /** Stops the save between two records. A running request is completed first. */
  signal?: AbortSignal | undefined;
  /** Called after each request. Whether the service stored every value is known only when `save` resolves. */
  onSent?: (index: number) => void;
  /** Called with the number of seconds to wait when the service responds with 429. */
  waiting?: (seconds: number) => void;
  /** Executes the changes. The extension passes a function that shows the plan and asks for confirmation first. */
  execute?: typeof executeChanges<JsonObject, RefusedField>;
}

/** Whether the step wrote to the service, with all of its values or some of them. */
export function wasWritten(outcome: SaveOutcome): outcome is Extract<SaveOutcome, { status: 'saved' | 'partly' }> {
  return outcome.status === 'saved' || outcome.status === 'partly';
}

/**
 * Executes a plan. Resolves to an outcome for each step, in order.
 * @param service without a signal in its context, because a signal could end a write in the middle
 * @throws only what `execute` throws before it writes
 */
export async function save(
  service: DataService,
  { table, steps }: Plan,
  { chosen, execute = executeChanges, ...options }: SaveOptions = {},
): Promise<StepOutcome[]> {
  const changes = new RecordChanges(table, chosen);
  const outcomes = await execute(
    service,
    steps.map((step, index) => changes.of(step, index)),
    options,
  );
  return outcomes.flatMap(({ outcome }, at) => {
    const step = steps[at];
    return step === undefined ? [] : [{ step, outcome: saveOutcome(outcome) }];
  });
}

function saveOutcome(outcome: WriteOutcome<JsonObject, RefusedField>): SaveOutcome {
  if (outcome.status === 'saved') {
    const { state: record, ...rest } = outcome;
    return { ...rest, record };
  }
  if (outcome.status !== 'partly') return outcome;
  const { state: record, differences: refused, ...rest } = outcome;
  return { ...rest, record, refused };
}
