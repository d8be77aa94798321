import type { Field, FieldType, Operation } from '../../../src/api/operations/catalogue';

export type Kind = 'wrongType' | 'missing' | 'renamed' | 'optionalRenamed';

/** A wrong response that a service could send. */
interface Mutation {
  kind: Kind;
  /** The part of the response that is wrong. */
  of: string;
  body: unknown;
}

type Json = Record<string, unknown>;
type ShapeField = Pick<Field, 'name' | 'type' | 'required'>;

const wrongValues: Record<FieldType, unknown> = {
  string: 7,
  integer: '7',
  number: '7',
  boolean: 'yes',
  array: { 0: 'a' },
  object: ['a'],
  id: true,
  any: undefined,
  // These types occur in request bodies, not in responses.
  file: undefined,
  json: undefined,
};

/** Returns copies of a response with one error each: in the whole response, or in one documented field. */
export function mutationsOf({ response }: Operation, body: unknown): Mutation[] {
  if (response === undefined) return [];
  if (response.kind === 'empty') return [{ kind: 'wrongType', of: 'the response', body: { status: 'ok' } }];
  const whole: Mutation = { kind: 'wrongType', of: 'the response', body: response.kind === 'array' ? {} : [] };
  if (response.kind === 'object') return [whole, ...inFields(response.fields, body as Json, changed => changed)];
  const items = (response.kind === 'array' ? body : (body as Json).objects) as Json[];
  const last = items.length - 1;
  const inItem = inFields(response.fields, items[last] ?? {}, changed => {
    const others = [...items.slice(0, last), changed];
    return response.kind === 'array' ? others : { ...(body as Json), objects: others };
  });
  if (response.kind === 'array') return [whole, ...inItem];
  const envelope: ShapeField[] = [
    { name: 'meta', type: 'object', required: true },
    { name: 'objects', type: 'array', required: true },
  ];
  return [whole, ...inFields(envelope, body as Json, changed => changed), ...inItem];
}

function inFields(fields: readonly ShapeField[], value: Json, around: (changed: Json) => unknown): Mutation[] {
  return fields
    .filter(({ name }) => Object.hasOwn(value, name))
    .flatMap(({ name, type, required }): Mutation[] => {
      const { [name]: known, ...others } = value;
      const wrong = wrongValues[type];
      return [
        ...(wrong === undefined
          ? []
          : [{ kind: 'wrongType' as const, of: name, body: around({ ...others, [name]: wrong }) }]),
        ...(required ? [{ kind: 'missing' as const, of: name, body: around(others) }] : []),
        { kind: required ? 'renamed' : 'optionalRenamed', of: name, body: around({ ...others, [`${name}_2`]: known }) },
      ];
    });
}
