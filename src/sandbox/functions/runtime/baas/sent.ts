import type { SandboxResponse, Transport } from './transport';

/** Made-up data of the answers to calls that would leave this machine. A `page` is an empty list. */
const ok = { status: 'ok' };
const success = { return_code: 'SUCCESS' };
const alipaySuccess = { return_code: '10000', result_code: 'SUCCESS' };
const page = {
  meta: { limit: 20, next: null, offset: 0, previous: null, total_count: 0 },
  objects: [] as unknown[],
};
const scheme = {
  ...{ id: 1, created_at: 0, status: 'pending' },
  options: { jump_wxa: { path: '', query: '' }, is_expire: false, expire_time: 0 },
};
const task = {
  ...{ id: 1, status: 'pending', error_message: null, created_at: 0 },
  ...{ category_name: '', file_path: '', filename: '', original_url: '' },
};
const video = {
  ...{ _id: 'sandbox', status: 'pending', path: null, name: '', mime_type: 'video/mp4', media_type: 'video', size: 0 },
  ...{ created_at: 0, updated_at: 0, created_by_id: 0, cdn_path: '', reference: null, categories: [] as unknown[] },
};
const receiver = { ...success, appid: 'sandbox', mch_id: 'sandbox', receiver: '{}' };
/** Sharing the profit of an order. */
export const sharing = {
  ...success,
  appid: 'sandbox',
  mch_id: 'sandbox',
  trade_no: 'sandbox',
  wechat_order_no: 'sandbox',
};
const refund = {
  ...{ ...success, result: 'SUCCESS', appid: 'sandbox', mch_id: 'sandbox', refund_no: 'sandbox' },
  ...{ wechat_refund_no: 'sandbox', account: '', account_type: '', amount: 0, description: '' },
  ...{ fail_reason: null, finish_time: '' },
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
  wxPromotionTransfer: {
    ...success,
    result_code: 'SUCCESS',
    partner_trade_no: 'sandbox',
    payment_no: 'sandbox',
    payment_time: '',
  },
  reportTicket: ok,
  wxReportTicket: ok,
  getTemplateMsgTicketCount: { user_id: 0, ticket_count: 0 },
  getWXACode: { image, uploaded_file: null, download_url: image },
  getAlipayQRCode: { image_url: image },
  getQRCode: { image, uploaded_file: null },
  wxCensorText: { risky: false },
  wxCensorImage: { risky: false },
  'wechat.sendSubscribeMessage': ok,
  'wechat.getSubscribeMsgTicketCount': 0,
  'wechat.updateUserInfo': ok,
  'wechat.decryptData': {},
  'wechat.getUserRiskRank': { errcode: 0, errmsg: 'ok', risk_rank: 0, union_id: 0 },
  'wechat.createActivityID': { activity_id: 'sandbox', expiration_time: 0 },
  'wechat.livestreaming.getRoomList': { errcode: 0, errmsg: 'ok', room_info: [], total: 0 },
  'wechat.livestreaming.getPlaybackList': { errcode: 0, errmsg: 'ok', live_replay: [], total: 0 },
  'wechat.profitSharing.addReceiver': receiver,
  'wechat.profitSharing.removeReceiver': receiver,
  'alipay.sendTemplateMessage': ok,
  'alipay.getTemplateMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'alipay.getAlipayQRCode': { image_url: image },
  'alipay.censorText': { risky: false },
  'alipay.profitSharing.addReceiver': alipaySuccess,
  'alipay.profitSharing.removeReceiver': alipaySuccess,
  'alipay.profitSharing.receiverQuery': {
    ...alipaySuccess,
    receiver_list: [],
    current_page_num: 1,
    current_page_size: 20,
    total_page_num: 0,
  },
  'qq.sendTemplateMessage': ok,
  'qq.getTemplateMsgTicketCount': { user_id: 0, ticket_count: 0 },
  'qq.sendSubscribeMessage': ok,
  'qq.getSubscribeMsgTicketCount': 0,
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
    get: scheme,
    generate: scheme,
    delete: '',
  },
  'wechat.profitSharing.Order': {
    getOrderList: page,
    finish: sharing,
    refund,
    getRefundmentOrder: refund,
  },
  'alipay.profitSharing.Order': { getOrderList: page },
};

/** The methods of files that only the service can do. */
export const sentFileMethods: Record<string, unknown> = {
  createDownloadTask: { id: 1 },
  getDownloadTaskResult: task,
  genVideoSnapshot: video,
  videoConcat: video,
  videoClip: video,
  videoMeta: { status_code: 200, message: 'ok', meta: { duration: 0, points: [] } },
  videoAudioMeta: { streams: [], format: {} },
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
