import type { Field, FieldType, ResponseShape } from './operation';

export function required(name: string, type: FieldType, description: string, values?: readonly string[]): Field {
  return { name, type, required: true, description, ...(values === undefined ? {} : { values }) };
}

export function optional(name: string, type: FieldType, description: string, values?: readonly string[]): Field {
  return { name, type, required: false, description, ...(values === undefined ? {} : { values }) };
}

export const limit = optional('limit', 'integer', 'Items per page: 20 unless given, at most 1000.');
export const offset = optional('offset', 'integer', 'Items to leave out at the start.');
export const totalCount = optional('return_total_count', 'integer', '1 to have meta.total_count in the answer.', [
  '0',
  '1',
]);
export const where = optional('where', 'json', 'Condition as JSON, e.g. {"price":{"$gt":10}}.');
export const orderBy = optional('order_by', 'string', 'Fields to sort by, comma-separated; a minus sorts downwards.');
export const keys = optional('keys', 'string', 'Fields to answer with, or with a minus, to leave out.');
export const expand = optional('expand', 'string', 'Pointers to answer with what they point at.');
export const enableTrigger = optional('enable_trigger', 'integer', '0 to leave the triggers of the table alone.', [
  '0',
  '1',
]);
export const idIn = optional('id__in', 'string', 'IDs, comma-separated.');
export const nameFilter = optional('name', 'string', 'Only items of this name.');

export const paging = [limit, offset] as const;
export const countedPaging = [limit, offset, totalCount] as const;

/** The documented fields of an answer, written `name:type name:type`. A question mark: not in every answer. */
export function shape(kind: ResponseShape['kind'], fields = ''): ResponseShape {
  const parse = (field: string): Field => {
    const [name = '', type = 'any'] = field.replace('?', '').split(':');
    return { name, type: type as FieldType, required: !field.includes('?'), description: '' };
  };
  return { kind, fields: fields.split(' ').filter(Boolean).map(parse) };
}

export const statusAnswer = shape('object', 'status:string');
