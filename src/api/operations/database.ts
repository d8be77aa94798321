import { enableTrigger, expand, keys, limit, offset, orderBy, paging, shape, totalCount, where } from './field';
import { operation, type Details, type Operation } from './operation';

const records = '/hserve/v2.2/table/:table_name/record/';
const record = `${records}:record_id/`;
const also = ['v2.4', 'v2.0', 'v1.1'];
const row = 'id:string created_by:any created_at:integer updated_at:integer read_perm:array write_perm:array';
const bulkResult = shape('object', 'succeed:integer total_count?:integer offset?:integer limit?:integer next?:string');
const neededWhere = { ...where, required: true };

// Where the permissions of the table allow it, nobody needs to be logged in.
const web = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('database', id, line, description, { anonymous: true, ...details });

export const database: readonly Operation[] = [
  web('table.list', 'GET /hserve/v2.0/table/', 'Data tables, as users see them.', { also: ['v1'], query: paging }),
  web('table.get', 'GET /hserve/v2.0/table/:table_id/', 'One data table, as users see it.', { also: ['v1'] }),
  web('record.list', `GET ${records}`, 'Records of a table.', {
    also,
    query: [where, orderBy, keys, expand, limit, offset, totalCount],
    response: shape('list', row),
  }),
  web('record.get', `GET ${record}`, 'One record.', {
    also: ['v2.5', ...also],
    query: [keys, expand],
    response: shape('object', row),
  }),
  web('record.create', `POST ${records}`, 'Creates a record from an object, or several from a list of objects.', {
    also,
    query: [enableTrigger, expand],
    openBody: true,
    success: [201],
    response: shape('object', 'id?:string created_at?:integer'),
  }),
  web(
    'record.update',
    `PUT ${record}`,
    'Changes the given fields of a record; $set and $unset, in $set also {"$incr_by": 1}.',
    {
      also: ['v2.5', ...also],
      query: [enableTrigger, expand],
      openBody: true,
      response: shape('object', row),
    },
  ),
  web('record.updateAll', `PUT ${records}`, 'Changes every record that where selects.', {
    also: ['v2.4'],
    query: [neededWhere, limit, offset, enableTrigger, totalCount],
    openBody: true,
    response: bulkResult,
  }),
  web('record.delete', `DELETE ${record}`, 'Deletes a record.', {
    also,
    query: [enableTrigger],
    success: [204],
    response: shape('empty'),
  }),
  web('record.deleteAll', `DELETE ${records}`, 'Deletes every record that where selects.', {
    also: ['v2.4'],
    query: [neededWhere, limit, offset, enableTrigger, totalCount],
    success: [200],
    response: bulkResult,
  }),
  web('bulkOperation.get', 'GET /hserve/v1/bulk-operation/:operation_id/', 'How far a bulk operation is.', {
    response: shape('object', 'id:any status:string operation:string'),
  }),
];
