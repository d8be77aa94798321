import {
  allOptional,
  bulkResponse,
  bulkOperation,
  countedPaging,
  enableTrigger,
  expand,
  keys,
  nameFilter,
  emptyResponse,
  optional,
  orderBy,
  paging,
  required,
  row,
  shape,
  statusResponse,
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
const exports = '/oserve/v1.5/table/:table_id/export/';
const older = ['v2.2', 'v1.8', 'v1'];
const olderOne = ['v2.2', 'v1'];
const tableShape =
  'id:integer name:string schema:object write_perm:array default_row_perm:object created_at:integer ' +
  'updated_at:integer protected_fields?:array';
const tableFields = [
  required('name', 'string', 'Name of the table.'),
  required('schema', 'object', 'Columns: { fields: [{ name, type, description }] }.'),
  required('row_read_perm', 'array', 'Who may read a new record, e.g. user:*.'),
  required('row_write_perm', 'array', 'Who may change a new record, e.g. user:*.'),
  required('write_perm', 'array', 'Who may add records, e.g. user:*.'),
];
const indexShape = 'fields:array index:string';
const exportShape =
  'job_id:string status:string operation:string file_type:string file_name?:string download_url?:string ' +
  'created_at:integer updated_at:integer';

export const openDatabase: readonly Operation[] = [
  open('table.list', `GET ${tables}`, 'Data tables.', {
    also: ['v1'],
    query: [nameFilter, ...paging],
    response: shape('list', tableShape),
  }),
  open('table.create', `POST ${tables}`, 'Creates a data table.', {
    also: ['v1'],
    body: tableFields,
    success: [201],
    response: shape('object', tableShape),
  }),
  open('table.get', `GET ${table}`, 'One data table.', { also: ['v1'], response: shape('object', tableShape) }),
  open('table.update', `PUT ${table}`, 'Changes a data table.', {
    also: ['v1'],
    body: allOptional(tableFields),
    response: shape('object', tableShape),
  }),
  open('table.delete', `DELETE ${table}`, 'Deletes a data table with everything in it.', {
    also: ['v1'],
    success: [204],
    response: emptyResponse,
  }),
  open('index.list', `GET ${indexes}`, 'Indexes of a data table.', {
    query: paging,
    response: shape('list', indexShape),
  }),
  open('index.create', `POST ${indexes}`, 'Creates an index.', {
    body: [required('fields', 'array', 'Names of the columns.')],
    success: [201],
    response: shape('array', indexShape),
  }),
  open('index.delete', `DELETE ${indexes}:index_name/`, 'Deletes an index.', {
    success: [204],
    response: emptyResponse,
  }),
  open('record.list', `GET ${records}`, 'Records of a table, newest first.', {
    also: older,
    query: [where, orderBy, keys, expand, ...countedPaging],
    response: shape('list', row),
  }),
  open('record.create', `POST ${records}`, 'Creates a record from an object, or several from a list.', {
    also: older,
    query: [enableTrigger],
    success: [201],
    response: shape('object', 'id?:string created_at?:integer operation_result?:array'),
  }),
  open('record.get', `GET ${record}`, 'One record.', {
    also: olderOne,
    query: [keys, expand],
    response: shape('object', row),
  }),
  open(
    'record.update',
    'PUT /oserve/v2.6/table/:table_id/record/:record_id/',
    'Changes the given fields of a record.',
    { also: ['v2.4', ...older], query: [enableTrigger], success: [200, 201], response: shape('object', row) },
  ),
  open(
    'record.updateAll',
    'PUT /oserve/v2.6/table/:table_id/record/',
    'Changes every record that where selects; without where, all records of the table.',
    {
      also: ['v2.4', 'v2.2'],
      query: [where, ...countedPaging, enableTrigger],
      needsCondition: true,
      response: bulkResponse,
    },
  ),
  open('record.delete', `DELETE ${record}`, 'Deletes a record, whatever its permissions are.', {
    also: olderOne,
    query: [enableTrigger],
    success: [204],
    response: emptyResponse,
  }),
  open(
    'record.deleteAll',
    `DELETE ${records}`,
    'Deletes every record that where selects, whatever its permissions are; without where, all records of the table.',
    {
      also: ['v2.2'],
      query: [where, ...countedPaging, enableTrigger],
      needsCondition: true,
      success: [200],
      response: bulkResponse,
    },
  ),
  open('bulkOperation.get', 'GET /oserve/v1/bulk-operation/:operation_id/', 'Progress of a bulk operation.', {
    response: bulkOperation,
  }),
  open('export.create', `POST ${exports}`, 'Starts to export a table; once a minute.', {
    also: ['v1'],
    body: [
      required('file_type', 'string', 'Format of the file.', ['csv', 'json']),
      required('mode', 'string', 'What to export: all or part.', ['all', 'part']),
      optional('where', 'object', 'Which records to export.'),
      optional('include_keys', 'array', 'Columns to export.'),
      optional('exclude_keys', 'array', 'Columns to leave out.'),
      optional('order_by', 'array', 'Columns to sort by; a minus sorts in descending order.'),
      optional('csv_customize_headers', 'array', 'Names of the columns in a CSV file.'),
      optional('timestamp_convert_keys', 'array', 'Columns whose numbers are times.'),
    ],
    success: [201],
    response: shape('object', 'status:string job_id?:string'),
  }),
  open('export.list', `GET ${exports}`, 'Exports of a table.', { query: paging, response: shape('list', exportShape) }),
  open('export.get', `GET ${exports}:job_id/`, 'One export: pending, ready or finish.', {
    response: shape('object', exportShape),
  }),
  open('import.create', 'POST /oserve/v1/table/:table_id/import/', 'Imports records from a file.', {
    bodyType: 'multipart',
    body: [
      required('file', 'file', 'The file to import.'),
      optional('file_type', 'string', 'Format of the file.', ['csv', 'json']),
    ],
    success: [201],
    response: statusResponse,
  }),
];
