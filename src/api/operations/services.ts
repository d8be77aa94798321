import { jobResponse, optional, paging, required, shape, statusResponse } from './field';
import { operation, type Operation } from './operation';

const phone = required('phone', 'string', 'Phone number.');
const specification = 'specification, Endpoints, Web API';
const order = // Real responses have times and amounts as text, and snapshots as JSON in text, unlike the documentation.
  'id:any status:string trade_no:string transaction_no:string total_cost:any created_at:any updated_at:any ' +
  'paid_at:any refund_status:string refund_amount?:any created_by?:any created_by_id?:any created_by_name?:string ' +
  'gateway_type?:string currency_type?:string ip_address?:string merchandise_description?:string ' +
  'merchandise_record_id?:any merchandise_schema_id?:any merchandise_snapshot?:any gateway_extra_info?:any';
const gateways = [
  'weixin_tenpay',
  'weixin_tenpay_app',
  'weixin_tenpay_js',
  'weixin_tenpay_native',
  'weixin_tenpay_wap',
  'alipay',
  'alipay_app',
  'alipay_page',
  'alipay_wap',
  'qpay',
  'qpay_native',
  'baidu_miniapp_pay',
  'bytedance_miniapp_pay',
];

/** Operations of the smaller Web API categories: cloud function, payment, SMS, tools. */
export const services: readonly Operation[] = [
  operation('cloudFunction', 'cloudFunction.run', 'POST /hserve/v1/cloud-function/job/', 'Runs a cloud function.', {
    anonymous: true,
    body: [
      required('function_name', 'string', 'Name of the function.'),
      optional('data', 'any', 'Data passed to the function.'),
      optional('sync', 'boolean', 'Whether to wait for the result: true by default, at most 5 seconds.'),
    ],
    success: [200],
    risk: 'runsCode',
    response: jobResponse,
  }),
  operation('payment', 'order.list', 'GET /hserve/v2.0/idp/pay/order/', 'Orders of the user.', {
    also: ['v2.2'],
    query: [
      optional('merchandise_record_id', 'id', 'Record ID of the merchandise.'),
      optional('merchandise_schema_id', 'id', 'Table ID of the merchandise.'),
      optional('status', 'string', 'State of the payment.', ['pending', 'success']),
      optional('refund_status', 'string', 'State of the refund.', ['complete', 'partial', 'failed', '']),
      optional('trade_no', 'string', 'Transaction number of the payment service.'),
      optional('transaction_no', 'string', 'Transaction number of this service.'),
      optional('gateway_type', 'string', 'Payment service, e.g. weixin_tenpay or alipay.', gateways),
      ...paging,
    ],
    response: shape('list', order),
    source: specification,
  }),
  operation('payment', 'order.get', 'GET /hserve/v2.0/idp/pay/order/:transaction_no/', 'One order.', {
    response: shape('object', order),
  }),
  operation('payment', 'order.create', 'POST /hserve/v2.2/idp/pay/order/', 'Starts a payment.', {
    also: ['v2.0'],
    body: [
      required('gateway_type', 'string', 'Payment service, e.g. weixin_tenpay or alipay.', gateways),
      required('total_cost', 'number', 'Amount.'),
      required('merchandise_description', 'string', 'Description of what is paid for.'),
      optional('merchandise_record_id', 'id', 'Record ID of the merchandise.'),
      optional('merchandise_schema_id', 'id', 'Table ID of the merchandise.'),
      optional('merchandise_snapshot', 'object', 'Snapshot of the merchandise.'),
      optional('profit_sharing', 'boolean', 'Whether the amount is shared out.'),
      optional('app_name', 'string', 'Which app of ByteDance, e.g. douyin.'),
    ],
    risk: 'spendsMoney',
    // Each payment service adds fields for its own client.
    response: shape('object'),
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
      response: statusResponse,
    },
  ),
  operation(
    'sms',
    'sms.verify',
    'POST /hserve/v1.8/sms-verification-code/verify/',
    'Checks the code of a text message.',
    {
      anonymous: true,
      body: [phone, required('code', 'string', 'The code from the text message.')],
      success: [200],
      response: statusResponse,
    },
  ),
  operation('tools', 'serverTime.get', 'GET /hserve/v2.2/server/time/', 'The service’s clock.', {
    authorization: 'client',
    response: shape('object', 'time:string'),
  }),
  operation('tools', 'sdkVersion.get', 'GET /hserve/v1/latest-sdk-version/', 'Newest versions of the SDKs.', {
    authorization: 'client',
    response: shape('object'),
    source: 'requests of the official SDKs',
  }),
];
