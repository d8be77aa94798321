import {
  countedPaging,
  enableTrigger,
  expand,
  keys,
  nameFilter,
  optional,
  orderBy,
  paging,
  required,
  shape,
  where,
} from './field';
import { operation, type Details, type Operation } from './operation';

const open = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('database', `openApi.${id}`, line, description, details);

const tables = '/oserve/v1.8/table/';
const table = `${tables}:table_id/`;
const indexes = '/oserve/v2.6/schema/:schema_id/index/';
const records = '/oserve/v2.4/table/:table_id/record/';
const record = `${records}:record_id/`;
const older = ['v2.2', 'v1.8', 'v1'];
const neededWhere = { ...where, required: true };
const tableShape =
  'id:integer name:string schema:object write_perm:array default_row_perm:object created_at:integer updated_at:integer';
const row = 'id:string created_by:any created_at:integer updated_at:integer read_perm:array write_perm:array';
const tableFields = [
  required('name', 'string', 'Name of the table.'),
  optional('schema', 'object', 'Columns: { fields: [{ name, type, description }] }.'),
  optional('write_perm', 'array', 'Who may add records, e.g. user:*.'),
  optional('default_row_perm', 'object', 'Who may read and write a new record: _read_perm, _write_perm.'),
];
const bulkResult = shape('object', 'succeed?:integer status?:string operation_id?:any');

export const openDatabase: readonly Operation[] = [
  open('table.list', `GET ${tables}`, 'Data tables.', {
    also: ['v1'],
    query: [nameFilter, ...paging],
    response: shape('list', tableShape),
  }),
  open('table.create', `POST ${tables}`, 'Creates a data table.', { also: ['v1'], body: tableFields, success: [201] }),
  open('table.get', `GET ${table}`, 'One data table.', { also: ['v1'], response: shape('object', tableShape) }),
  open('table.update', `PUT ${table}`, 'Changes a data table.', {
    also: ['v1'],
    body: tableFields.map(field => ({ ...field, required: false })),
  }),
  open('table.delete', `DELETE ${table}`, 'Deletes a data table with everything in it.', {
    also: ['v1'],
    success: [204],
    response: shape('empty'),
  }),
  open('index.list', `GET ${indexes}`, 'Indexes of a data table.', { query: paging }),
  open('index.create', `POST ${indexes}`, 'Creates an index.', {
    body: [required('fields', 'array', 'Names of the columns.'), optional('index', 'string', 'Kind of the index.')],
    openBody: true,
  }),
  open('index.delete', `DELETE ${indexes}:index_name/`, 'Deletes an index.', { success: [204] }),
  open('record.list', `GET ${records}`, 'Records of a table, newest first.', {
    also: ['v2.6', ...older],
    query: [where, orderBy, keys, expand, ...countedPaging],
    response: shape('list', row),
  }),
  open('record.create', `POST ${records}`, 'Creates a record from an object, or several from a list.', {
    also: older,
    query: [enableTrigger],
    openBody: true,
    success: [201],
  }),
  open('record.get', `GET ${record}`, 'One record.', {
    also: ['v2.6', ...older],
    query: [keys, expand],
    response: shape('object', row),
  }),
  open(
    'record.update',
    'PUT /oserve/v2.6/table/:table_id/record/:record_id/',
    'Changes the given fields of a record.',
    {
      also: ['v2.4', ...older],
      query: [enableTrigger],
      openBody: true,
    },
  ),
  open('record.updateAll', 'PUT /oserve/v2.6/table/:table_id/record/', 'Changes every record that where selects.', {
    also: ['v2.4', 'v2.2'],
    query: [neededWhere, ...countedPaging, enableTrigger],
    openBody: true,
    response: bulkResult,
  }),
  open('record.delete', `DELETE ${record}`, 'Deletes a record, whatever its permissions are.', {
    also: older,
    query: [enableTrigger],
    success: [204],
    response: shape('empty'),
  }),
  open(
    'record.deleteAll',
    `DELETE ${records}`,
    'Deletes every record that where selects, whatever its permissions are.',
    {
      also: ['v2.2'],
      query: [neededWhere, ...countedPaging, enableTrigger],
      success: [200],
      response: bulkResult,
    },
  ),
  open('bulkOperation.get', 'GET /oserve/v1/bulk-operation/:operation_id/', 'How far a bulk operation is.', {
    response: shape('object', 'id:any status:string operation:string'),
  }),
  open('export.create', 'POST /oserve/v1.5/table/:table_id/export/', 'Starts to export a table; once a minute.', {
    body: [
      optional('file_type', 'string', 'Format of the file.', ['csv', 'json']),
      optional('mode', 'string', 'How much: all or part.'),
    ],
    openBody: true,
    response: shape('object', 'status:string job_id:any'),
  }),
  open('export.list', 'GET /oserve/v1.5/table/:table_id/export/', 'Exports of a table.', { query: paging }),
  open('export.get', 'GET /oserve/v1.5/table/:table_id/export/:job_id/', 'One export: pending, ready or finish.', {
    response: shape('object', 'status:string'),
  }),
  open('import.create', 'POST /oserve/v1/table/:table_id/import/', 'Imports records from a file.', {
    bodyType: 'multipart',
    body: [
      required('file', 'file', 'The file to import.'),
      required('file_type', 'string', 'Format of the file.', ['csv', 'json']),
    ],
    openBody: true,
  }),
];
