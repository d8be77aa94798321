import * as v from 'valibot';
import { parseExactly } from '../json/exactIntegers';

/** The triggers that the service simulates. */
const subjects = [
  ...(['sdk', 'open_api', 'cloud_function', 'flex_schema', 'wechat_pay_success', 'timer', 'file_operation'] as const),
];

const eventShape = v.pipe(
  v.strictObject({
    $schema: v.exactOptional(v.string()),
    data: v.exactOptional(v.unknown()),
    subject: v.exactOptional(v.picklist(subjects), 'sdk'),
    schema_id: v.exactOptional(v.union([v.string(), v.number()])),
    user: v.exactOptional(v.looseObject({ id: v.number() })),
  }),
  v.check(({ subject, schema_id: table }) => subject !== 'flex_schema' || table !== undefined, 'schema_id'),
);

/** The event of a run: its data, the simulated trigger and the calling user. */
export interface RunEvent {
  /** JSON. Integers beyond 2^53 are bigints. */
  data: unknown;
  subject: (typeof subjects)[number];
  schemaId: string | number | undefined;
  user: object | undefined;
}

/**
 * Parses an event file.
 * @returns the event, or the path of the first invalid field, which is empty if the text is not JSON
 */
export function readRunEvent(text: string): RunEvent | { invalidField: string } {
  const json = parseExactly(text);
  if (json === undefined) return { invalidField: '' };
  const parsed = v.safeParse(eventShape, json);
  if (!parsed.success) return { invalidField: v.getDotPath(parsed.issues[0]) ?? parsed.issues[0].message };
  const { data = {}, subject, schema_id: schemaId, user } = parsed.output;
  return { data, subject, schemaId, user };
}

/** The event for a function without an event file. */
export const emptyEvent: RunEvent = { data: {}, subject: 'sdk', schemaId: undefined, user: undefined };
