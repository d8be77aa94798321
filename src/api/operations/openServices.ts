import { countedPaging, idIn, optional, orderBy, paging, required, shape, statusAnswer } from './field';
import { operation, type Category, type Details, type Operation, type OperationMethod } from './operation';

const open = (category: Category, id: string, line: string, description: string, details: Details = {}): Operation =>
  operation(category, `openApi.${id}`, line, description, details);

const functions = '/oserve/v1.3/cloud-function/';
const one = `${functions}:function_name/`;
const fileShape =
  'id:string name:string path:string cdn_path:string mime_type:string media_type:string size:integer status:string ' +
  'created_at:integer categories:array';
const deleted: Details = { success: [204], response: shape('empty') };
const functionFields = [
  required('name', 'string', 'Name of the function.'),
  required('function_code', 'string', 'The code, in one file.'),
  optional('remark', 'string', 'A note.'),
];
const data = optional('data', 'any', 'What the function is given.');
const phone = required('phone', 'string', 'Phone number.');
const methods: readonly OperationMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Files, cloud functions, SMS and tools of the Open API. */
export const openServices: readonly Operation[] = [
  open('file', 'file.list', 'GET /oserve/v2.2/file/', 'Files.', {
    query: [optional('category', 'id', 'Only files of this file category.'), orderBy, ...countedPaging],
    response: shape('list', fileShape),
  }),
  open('file', 'file.get', 'GET /oserve/v2.2/file/:file_id/', 'One file.', { response: shape('object', fileShape) }),
  open('file', 'file.delete', 'DELETE /oserve/v2.2/file/:file_id/', 'Deletes a file.', deleted),
  open('file', 'file.deleteAll', 'DELETE /oserve/v2.2/file/', 'Deletes several files.', {
    query: [{ ...idIn, required: true }],
    ...deleted,
  }),
  open('file', 'file.upload', 'POST /oserve/v2.1/upload/', 'Gives the address and the policy to upload a file with.', {
    body: [
      optional('filename', 'string', 'Name of the file.'),
      optional('category_id', 'id', 'Goes to this file category; wins over category_name.'),
      optional('category_name', 'string', 'Goes to the file category of this name.'),
    ],
    response: shape('object', 'id:string policy:string authorization:string upload_url:string'),
  }),
  ...fileCategories(),
  open('cloudFunction', 'cloudFunction.list', `GET ${functions}`, 'Cloud functions.', { query: paging }),
  open('cloudFunction', 'cloudFunction.create', `POST ${functions}`, 'Creates a cloud function.', {
    body: functionFields,
    openBody: true,
    success: [201],
  }),
  open('cloudFunction', 'cloudFunction.get', `GET ${one}`, 'One cloud function with its code.', {
    response: shape('object', 'id:any name:string function_code:string remark:string'),
  }),
  open('cloudFunction', 'cloudFunction.update', `PATCH ${one}`, 'Changes a cloud function.', {
    body: functionFields.map(field => ({ ...field, required: false })),
    openBody: true,
    success: [202],
  }),
  open('cloudFunction', 'cloudFunction.delete', `DELETE ${one}`, 'Deletes a cloud function.', deleted),
  open('cloudFunction', 'job.list', `GET ${one}job/`, 'Runs of a cloud function.', { query: paging }),
  open('cloudFunction', 'job.create', `POST ${one}job/`, 'Runs a cloud function.', {
    body: [data],
    openBody: true,
    risk: 'runsCode',
  }),
  open('cloudFunction', 'cloudFunction.debug', `POST ${one}debug/`, 'Runs a cloud function and answers with its log.', {
    body: [data],
    openBody: true,
    risk: 'runsCode',
    response: shape('object', 'code:integer data:any error:object log:string job_id:any'),
  }),
  open(
    'cloudFunction',
    'cloudFunction.run',
    'POST /oserve/v1/cloud-function/job/',
    'Runs a cloud function by its name.',
    {
      body: [
        required('function_name', 'string', 'Name of the function.'),
        data,
        optional('sync', 'boolean', 'Whether to wait for the result.'),
      ],
      risk: 'runsCode',
    },
  ),
  open(
    'sms',
    'sms.send',
    'POST /oserve/v2.1/sms-verification-code/',
    'Sends a code to a phone; each message is paid for.',
    {
      body: [
        phone,
        optional('user_id', 'id', 'ID of the user.'),
        optional('signature_id', 'id', 'Signature of the message.'),
      ],
      success: [200],
      risk: 'spendsMoney',
      response: statusAnswer,
    },
  ),
  open('sms', 'sms.verify', 'POST /oserve/v1.8/sms-verification-code/verify/', 'Checks the code of a message.', {
    body: [phone, optional('user_id', 'id', 'ID of the user.'), required('code', 'string', 'The code of the message.')],
    success: [200],
    response: statusAnswer,
  }),
  open(
    'tools',
    'serverTime.get',
    'GET /oserve/v2.2/server/time/',
    "The service's clock; the cheapest call that needs a token.",
    {
      response: shape('object', 'time:string'),
    },
  ),
  open('tools', 'dashboard.deploy', 'POST /oserve/v2.6/miniapp/custom-userdash/', 'Deploys the custom dashboard.', {
    body: [
      required('repository_path', 'string', 'Where the built dashboard is.'),
      optional('url_refresh', 'boolean', 'Whether to refresh the cached addresses.'),
    ],
  }),
  ...methods.map(method =>
    open(
      'tools',
      `webhook.${method.toLowerCase()}`,
      `${method} /oserve/v1/incoming-webhook/:key/`,
      'Sets a trigger off.',
      {
        authorization: 'none',
        openBody: true,
        risk: 'runsCode',
      },
    ),
  ),
];

function fileCategories(): Operation[] {
  const path = '/oserve/v2.2/file-category/';
  const name = required('name', 'string', 'Name of the file category.');
  const parent = optional('parent', 'id', 'ID of the file category above.');
  const fields = 'id:string name:string created_at:integer';
  return [
    open('file', 'fileCategory.list', `GET ${path}`, 'File categories.', {
      query: [orderBy, ...countedPaging],
      response: shape('list', fields),
    }),
    open('file', 'fileCategory.create', `POST ${path}`, 'Creates a file category.', {
      body: [name, parent],
      success: [201],
    }),
    open('file', 'fileCategory.get', `GET ${path}:file_category_id/`, 'One file category.', {
      response: shape('object', fields),
    }),
    open('file', 'fileCategory.update', `PUT ${path}:file_category_id/`, 'Changes a file category.', {
      body: [{ ...name, required: false }, parent],
    }),
    open('file', 'fileCategory.delete', `DELETE ${path}:file_category_id/`, 'Deletes a file category.', deleted),
  ];
}
