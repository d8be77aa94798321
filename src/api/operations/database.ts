import {
  bulkResponse,
  bulkOperation,
  enableTrigger,
  expand,
  keys,
  limit,
  neededWhere,
  emptyResponse,
  offset,
  orderBy,
  paging,
  row,
  shape,
  totalCount,
  where,
} from './field';
import { operation, type Details, type Operation } from './operation';

const records = '/hserve/v2.2/table/:table_name/record/';
const record = `${records}:record_id/`;
const also = ['v2.4', 'v2.0', 'v1.1'];
const alsoOne = ['v2.5', 'v2.4', 'v2.1', 'v2.0', 'v1.1'];

// No login is needed if the permissions of the table allow it.
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
    also: alsoOne,
    query: [keys, expand],
    response: shape('object', row),
  }),
  web('record.create', `POST ${records}`, 'Creates a record from an object, or several from a list of objects.', {
    also: ['v2.4', 'v2.1', 'v2.0', 'v1.1'],
    query: [enableTrigger, expand],
    success: [201],
    response: shape('object', 'id?:string created_at?:integer operation_result?:array'),
  }),
  web(
    'record.update',
    `PUT ${record}`,
    'Changes the given fields of a record; $set and $unset, in $set also {"$incr_by": 1}.',
    { also: alsoOne, query: [enableTrigger, expand], response: shape('object', row) },
  ),
  web('record.updateAll', `PUT ${records}`, 'Changes every record that where selects.', {
    also,
    query: [neededWhere, limit, offset, enableTrigger, totalCount],
    response: bulkResponse,
  }),
  web('record.delete', `DELETE ${record}`, 'Deletes a record.', {
    also: alsoOne,
    query: [enableTrigger],
    success: [204],
    response: emptyResponse,
  }),
  web('record.deleteAll', `DELETE ${records}`, 'Deletes every record that where selects.', {
    also,
    query: [neededWhere, limit, offset, enableTrigger, totalCount],
    success: [200],
    response: bulkResponse,
  }),
  web('bulkOperation.get', 'GET /hserve/v1/bulk-operation/:operation_id/', 'Progress of a bulk operation.', {
    response: bulkOperation,
  }),
];
