import { optional, paging, required, shape, statusAnswer } from './field';
import { operation, type Operation } from './operation';

const phone = required('phone', 'string', 'Phone number.');
const specification = 'specification, Endpoints, Web API';
const order =
  'id:any created_at:any updated_at:any paid_at:any status:string refund_status:string total_cost:any trade_no:string transaction_no:string';

/** The smaller categories of the Web API: cloud function, payment, SMS, tools. */
export const services: readonly Operation[] = [
  operation('cloudFunction', 'cloudFunction.run', 'POST /hserve/v1/cloud-function/job/', 'Runs a cloud function.', {
    anonymous: true,
    body: [
      required('function_name', 'string', 'Name of the function.'),
      optional('data', 'any', 'What the function is given.'),
      optional('sync', 'boolean', 'Whether to wait for the result: true unless given, at most 5 seconds.'),
    ],
    success: [200],
    risk: 'runsCode',
    response: shape('object', 'code?:integer data?:any error?:object status?:string'),
  }),
  operation('payment', 'order.list', 'GET /hserve/v2.0/idp/pay/order/', 'Orders of the user.', {
    also: ['v2.2'],
    query: [
      optional('merchandise_record_id', 'id', 'Record ID of the merchandise.'),
      optional('merchandise_schema_id', 'id', 'Table ID of the merchandise.'),
      optional('status', 'string', 'State of the payment.', ['pending', 'success']),
      optional('refund_status', 'string', 'State of the refund.', ['complete', 'partial', 'failed', '']),
      optional('trade_no', 'string', 'Number the payment service gave.'),
      optional('transaction_no', 'string', 'Number this service gave.'),
      optional('gateway_type', 'string', 'Payment service, e.g. weixin_tenpay or alipay.'),
      ...paging,
    ],
    response: shape('list', order),
    source: specification,
  }),
  operation('payment', 'order.get', 'GET /hserve/v2.0/idp/pay/order/:transaction_no/', 'One order.', {
    also: ['v2.2'],
    response: shape('object', order),
  }),
  operation('payment', 'order.create', 'POST /hserve/v2.2/idp/pay/order/', 'Starts a payment.', {
    also: ['v2.0'],
    body: [
      optional('gateway_type', 'string', 'Payment service, e.g. weixin_tenpay or alipay.'),
      optional('total_cost', 'number', 'Amount.'),
      optional('merchandise_description', 'string', 'What is paid for.'),
      optional('merchandise_record_id', 'id', 'Record ID of the merchandise.'),
      optional('merchandise_schema_id', 'id', 'Table ID of the merchandise.'),
      optional('merchandise_snapshot', 'object', 'The merchandise as it is now.'),
    ],
    openBody: true,
    risk: 'spendsMoney',
  }),
  operation(
    'sms',
    'sms.send',
    'POST /hserve/v2.2/sms-verification-code/',
    'Sends a code to a phone; each message is paid for.',
    {
      also: ['v2.1', 'v1.8'],
      anonymous: true,
      body: [phone, optional('signature_id', 'id', 'Signature of the message.')],
      success: [200],
      risk: 'spendsMoney',
      response: statusAnswer,
    },
  ),
  operation('sms', 'sms.verify', 'POST /hserve/v1.8/sms-verification-code/verify/', 'Checks the code of a message.', {
    anonymous: true,
    body: [phone, required('code', 'string', 'The code of the message.')],
    success: [200],
    response: statusAnswer,
  }),
  operation('tools', 'serverTime.get', 'GET /hserve/v2.2/server/time/', "The service's clock.", {
    authorization: 'client',
    response: shape('object', 'time:string'),
  }),
  operation('tools', 'sdkVersion.get', 'GET /hserve/v1/latest-sdk-version/', 'Newest versions of the SDKs.', {
    authorization: 'client',
    response: shape('object'),
  }),
];
