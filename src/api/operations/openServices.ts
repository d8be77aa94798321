import { allOptional, jobResponse, emptyResponse, optional, paging, required, shape, statusResponse } from './field';
import { operation, type Category, type Details, type Operation, type OperationMethod } from './operation';

const open = (category: Category, id: string, line: string, description: string, details: Details = {}): Operation =>
  operation(category, `openApi.${id}`, line, description, details);

const functions = '/oserve/v1.3/cloud-function/';
const oneFunction = `${functions}:function_name/`;
const functionFields = [
  required('name', 'string', 'Name of the function.'),
  required('function_code', 'string', 'The code, in one file.'),
  optional('remark', 'string', 'A note.'),
];
const functionShape =
  'id:any name:string function_code:string remark:string audit_status?:string plan_circle?:string created_at?:integer ' +
  'created_by?:string updated_at?:integer updated_by?:string';
const data = required('data', 'any', 'Data passed to the function.');
const sync = optional('sync', 'boolean', 'Whether to wait for the result: true by default, at most 5 seconds.');
const phone = required('phone', 'string', 'Phone number.');
const userId = required('user_id', 'id', 'ID of the user.');
const methods: readonly OperationMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const sources = ['sdk', 'open_api', 'cloud_function', 'flex_schema', 'wechat_pay_success', 'timer', 'file_operation'];
const jobFilters = [
  optional('source', 'string', 'What started the run.', sources),
  optional('status', 'string', 'State of the run.', [
    'waiting',
    'executing',
    'fulfilled',
    'schedule_failed',
    'execution_rejected',
    'deadline_exceeded',
    'execution_failed',
  ]),
  optional('service_type', 'string', 'Whether the caller waited.', ['time_sensitive', 'batch']),
  optional('created_at__gte', 'integer', 'Created at this time or later, Unix seconds.'),
  optional('created_at__lte', 'integer', 'Created at this time or earlier, Unix seconds.'),
];

/** Cloud functions, SMS and tools of the Open API. */
export const openServices: readonly Operation[] = [
  open('cloudFunction', 'cloudFunction.list', `GET ${functions}`, 'Cloud functions.', {
    query: paging,
    response: shape('list', functionShape),
  }),
  open('cloudFunction', 'cloudFunction.create', `POST ${functions}`, 'Creates a cloud function.', {
    body: functionFields,
    success: [201],
    response: shape('object', functionShape),
  }),
  open('cloudFunction', 'cloudFunction.get', `GET ${oneFunction}`, 'One cloud function with its code.', {
    response: shape('object', functionShape),
  }),
  open('cloudFunction', 'cloudFunction.update', `PATCH ${oneFunction}`, 'Changes a cloud function.', {
    body: [
      ...allOptional(functionFields),
      optional('plan_circle', 'string', 'Memory: 128 MB or 256 MB.', ['P_FREE', 'P_PERSONAL']),
    ],
    success: [202],
    response: shape('object', functionShape),
  }),
  open('cloudFunction', 'cloudFunction.delete', `DELETE ${oneFunction}`, 'Deletes a cloud function.', {
    success: [204],
    response: emptyResponse,
  }),
  open('cloudFunction', 'job.list', `GET ${oneFunction}job/`, 'Runs of a cloud function.', {
    query: [...jobFilters, ...paging],
    response: shape(
      'list',
      'id:any status:string source:string service_type:string created_at:number started_at?:number ' +
        'finished_at?:number mem_usage?:integer user_log_url?:string',
    ),
  }),
  open('cloudFunction', 'job.create', `POST ${oneFunction}job/`, 'Runs a cloud function.', {
    body: [data, sync],
    success: [200],
    risk: 'runsCode',
    response: jobResponse,
  }),
  open(
    'cloudFunction',
    'cloudFunction.debug',
    `POST ${oneFunction}debug/`,
    'Runs a cloud function and returns its log.',
    {
      body: [
        data,
        optional('subject', 'string', 'Simulated trigger of the run.', sources),
        optional('schema_id', 'id', 'Table that started the run, for a simulated trigger of a table.'),
      ],
      success: [200],
      risk: 'runsCode',
      response: shape(
        'object',
        'code:integer data:any error:object log:string job_id:any billing_time?:integer execution_time?:number ' +
          'mem_usage?:integer',
      ),
    },
  ),
  open(
    'cloudFunction',
    'cloudFunction.run',
    'POST /oserve/v1/cloud-function/job/',
    'Runs a cloud function by its name.',
    {
      body: [required('function_name', 'string', 'Name of the function.'), { ...data, required: false }, sync],
      success: [200],
      risk: 'runsCode',
      response: jobResponse,
    },
  ),
  open(
    'sms',
    'sms.send',
    'POST /oserve/v2.1/sms-verification-code/',
    'Sends a code to a phone; each message is paid for.',
    {
      body: [phone, userId, optional('signature_id', 'id', 'Signature of the message.')],
      success: [200],
      risk: 'spendsMoney',
      response: statusResponse,
    },
  ),
  open('sms', 'sms.verify', 'POST /oserve/v1.8/sms-verification-code/verify/', 'Checks the code of a text message.', {
    body: [phone, userId, required('code', 'string', 'The code from the text message.')],
    success: [200],
    response: statusResponse,
  }),
  open(
    'tools',
    'serverTime.get',
    'GET /oserve/v2.2/server/time/',
    'The service’s clock; the cheapest call that needs a token.',
    {
      response: shape('object', 'time:string'),
    },
  ),
  open('tools', 'dashboard.deploy', 'POST /oserve/v2.6/miniapp/custom-userdash/', 'Deploys the custom dashboard.', {
    body: [
      optional('repository_path', 'string', 'Path of the built dashboard.'),
      optional('url_refresh', 'boolean', 'Whether to refresh the cached addresses.'),
    ],
    success: [200],
    response: shape('object', 'message:string status:string'),
  }),
  ...methods.map(method =>
    open(
      'tools',
      `webhook.${method.toLowerCase()}`,
      `${method} /oserve/v1/incoming-webhook/:key/`,
      'Fires a trigger.',
      {
        authorization: 'none',
        risk: 'runsCode',
      },
    ),
  ),
];
