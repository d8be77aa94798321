import type { Field, FieldType, ResponseShape } from './operation';

export function required(name: string, type: FieldType, description: string, values?: readonly string[]): Field {
  return { name, type, required: true, description, values };
}

export function optional(name: string, type: FieldType, description: string, values?: readonly string[]): Field {
  return { name, type, required: false, description, values };
}

/** Returns the fields as optional, for updates. */
export function allOptional(fields: readonly Field[]): Field[] {
  return fields.map(field => ({ ...field, required: false }));
}

export const limit = optional('limit', 'integer', 'Items per page: 20 by default, at most 1000.');
export const offset = optional('offset', 'integer', 'Items to skip at the start.');
export const totalCount = optional('return_total_count', 'integer', '1 to include meta.total_count in the response.', [
  '0',
  '1',
]);
export const where = optional('where', 'json', 'Condition as JSON, e.g. {"price":{"$gt":10}}.');
export const neededWhere: Field = { ...where, required: true };
export const orderBy = optional(
  'order_by',
  'string',
  'Fields to sort by, comma-separated; a minus sorts in descending order.',
);
export const keys = optional('keys', 'string', 'Fields to return, or with a minus, to leave out.');
export const expand = optional('expand', 'string', 'Pointers to expand into the records they point to.');
export const enableTrigger = optional('enable_trigger', 'integer', '0 to skip the triggers of the table.', ['0', '1']);
export const neededIds = required('id__in', 'string', 'IDs, comma-separated.');
export const nameFilter = optional('name', 'string', 'Only items of this name.');

export const paging = [limit, offset] as const;
export const countedPaging = [limit, offset, totalCount] as const;

/** Creates the documented fields of a response from `name:type name:type`. A question mark means: not in every response. */
export function shape(kind: ResponseShape['kind'], fields = ''): ResponseShape {
  const parse = (field: string): Field => {
    const [name = '', type = 'any'] = field.replace('?', '').split(':');
    return { name, type: type as FieldType, required: !field.includes('?'), description: '' };
  };
  return { kind, fields: fields.split(' ').filter(Boolean).map(parse) };
}

export const statusResponse = shape('object', 'status:string message?:string');
export const emptyResponse = shape('empty');

/** The columns of every table. The first ones are in every response; the others depend on `keys` and the version. */
export const row =
  'id:string _id?:string created_at:integer created_by?:any updated_at?:integer read_perm?:array write_perm?:array';

/** The response to a bulk change: the result, or the operation that runs in the background. */
export const bulkResponse = shape(
  'object',
  'succeed?:integer total_count?:integer offset?:integer limit?:integer next?:string operation_result?:array ' +
    'status?:string operation_id?:integer',
);
export const bulkOperation = shape(
  'object',
  'id:integer operation:string status:string schema_id?:integer schema_name?:string created_at?:integer ' +
    'updated_at?:integer matched_count?:integer modified_count?:integer deleted_count?:integer',
);
export const account = shape(
  'object',
  'email:string email_verified:boolean username:string phone?:string phone_verified?:boolean',
);
export const jobResponse = shape('object', 'code?:integer data?:any error?:object status?:string');
export const uploadResponse = shape(
  'object',
  'id:string policy:string authorization:string upload_url:string path?:string file_link?:string name?:string ' +
    'cdn_path?:string created_at?:integer',
);
export const fileCategory =
  'id:string name:string created_at:integer updated_at?:integer files?:integer parent?:object subcategories?:array';
