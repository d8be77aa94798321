import type { SandboxResponse, Transport } from './transport';

/** Made-up data of the answers to calls that would leave this machine. A `page` is an empty list. */
const ok = { status: 'ok' };
const success = { return_code: 'SUCCESS' };
const page = {
  meta: { limit: 20, next: null, offset: 0, previous: null, total_count: 0 },
  objects: [] as unknown[],
};
const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

/** Calls of `BaaS` by their names. Each would leave this machine: it is recorded, and gets the data here. */
export const sentCalls: Record<string, unknown> = {
  sendEmail: ok,
  sendSmsMessage: ok,
  sendTemplateMessage: ok,
  refund: {
    id: 1,
    order_id: 1,
    refund_no: 'sandbox',
    refund_amount: '0.00',
    memo: '',
    error_msg: '',
    status: 'succeed',
  },
  wxPromotionTransfer: { ...success, result_code: 'SUCCESS', partner_trade_no: 'sandbox', payment_no: 'sandbox' },
  reportTicket: ok,
  wxReportTicket: ok,
  getTemplateMsgTicketCount: { user_id: 0, ticket_count: 0 },
  getWXACode: { image, uploaded_file: null, download_url: image },
  getAlipayQRCode: { image_url: image },
  getQRCode: { image, uploaded_file: null },
  wxCensorText: { risky: false },
  wxCensorImage: { risky: false },
  'wechat.sendSubscribeMessage': ok,
  'wechat.getSubscribeMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'wechat.updateUserInfo': ok,
  'wechat.decryptData': {},
  'wechat.getUserRiskRank': { risk_rank: 0 },
  'wechat.createActivityID': { activity_id: 'sandbox', expiration_time: 0 },
  'wechat.livestreaming.getRoomList': { errcode: 0, room_info: [], total: 0 },
  'wechat.livestreaming.getPlaybackList': { errcode: 0, live_replay: [], total: 0 },
  'wechat.profitSharing.addReceiver': success,
  'wechat.profitSharing.removeReceiver': success,
  'alipay.sendTemplateMessage': ok,
  'alipay.getTemplateMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'alipay.getAlipayQRCode': { image_url: image },
  'alipay.censorText': { risky: false },
  'alipay.profitSharing.addReceiver': { result_code: 'SUCCESS' },
  'alipay.profitSharing.removeReceiver': { result_code: 'SUCCESS' },
  'alipay.profitSharing.receiverQuery': { receiver_list: [], result_code: 'SUCCESS' },
  'qq.sendTemplateMessage': ok,
  'qq.getTemplateMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'qq.sendSubscribeMessage': ok,
  'qq.getSubscribeMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'qq.censorText': { risky: false },
  'qq.censorImage': { risky: false },
  'bytedance.sendTemplateMessage': ok,
  'bytedance.getTemplateMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'bytedance.getQRCode': { image, uploaded_file: null },
  'baidu.sendTemplateMessage': ok,
  'baidu.getTemplateMsgTicketCount': { user_id: 0, ticket_count: 0 },
};

/** Classes whose methods would leave this machine. */
export const sentClasses: Record<string, Record<string, unknown>> = {
  RedPack: {
    sendRedPack: { ...success, mch_billno: 'sandbox', send_listid: '' },
    getSentRedPackList: page,
    getSentRedPack: { id: 'sandbox', result: success, status: null },
    getRedPackStatus: { ...success, status: 'RECEIVED', mch_billno: 'sandbox' },
  },
  'wechat.UrlScheme': {
    getUrlSchemeList: page,
    get: { created_at: 0, id: 1, options: {}, status: 'pending' },
    generate: { created_at: 0, id: 1, options: {}, status: 'pending' },
    delete: '',
  },
  'wechat.profitSharing.Order': {
    getOrderList: page,
    finish: success,
    refund: success,
    getRefundmentOrder: success,
  },
  'alipay.profitSharing.Order': { getOrderList: page },
};

/** The methods of files that only the service can do. */
export const sentFileMethods: Record<string, unknown> = {
  createDownloadTask: { id: 1 },
  getDownloadTaskResult: { id: 1, status: 'pending', error_message: null },
  genVideoSnapshot: { _id: 'sandbox', status: 'pending', path: null },
  videoConcat: { _id: 'sandbox', status: 'pending', path: null },
  videoClip: { _id: 'sandbox', status: 'pending', path: null },
  videoMeta: { meta: [] },
  videoAudioMeta: {},
  purgeCache: ok,
  getPurgeCacheHistory: page,
};

/** Records what would have left this machine. */
export class Outbox {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Records a call, and answers with made-up data. */
  async send(name: string, args: readonly unknown[], data: unknown): Promise<SandboxResponse> {
    await this.#transport.call('POST', '/__function/sent/', { body: { name, arguments: args } });
    return { status: 200, statusText: 'OK', data: copyOf(data) };
  }
}

/** A copy that the function may change. */
function copyOf(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data)) as unknown;
}
