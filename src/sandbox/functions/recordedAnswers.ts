import type { RecordedCallName } from './runtime/baas/recordedCalls';

/** Response data that several calls share. */
const ok = { status: 'ok' };
const success = { return_code: 'SUCCESS' };
const alipaySuccess = { return_code: '10000', result_code: 'SUCCESS' };
const emptyPage = {
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
const createdVideo = {
  ...{ _id: 'sandbox', status: 'pending', path: null, name: '', mime_type: 'video/mp4', media_type: 'video', size: 0 },
  ...{ created_at: 0, updated_at: 0, created_by_id: 0, cdn_path: '', reference: '', categories: [] as unknown[] },
};
/** A video that the service has not created yet. */
const pendingVideo = { ...createdVideo, size: '', mime_type: '', media_type: '' };
const redPack = {
  ...{ id: 'sandbox', act_name: '', send_name: '', wishing: '', remark: '', type: '', re_openid: '' },
  ...{ created_at: 0, updated_at: 0, total_amount: 0, total_num: 0, miniapp_id: '', official_account_id: '' },
  ...{ amt_type: null, risk_info: null, scene_id: null, status: null, raw_result: '', mch_billno: 'sandbox' },
  result: { ...success, mch_billno: 'sandbox', send_listid: '' },
};
const receiver = { ...success, appid: 'sandbox', mch_id: 'sandbox', receiver: '{}' };
/** The result of sharing the profit of an order. */
const profitSharing = {
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

/** The made-up response data for each call of `BaaS` that is recorded instead of sent, in the documented shape. */
export const recordedCallAnswers: Record<RecordedCallName, unknown> = {
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
    total_record_num: 0,
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
  wxAccessToken: { access_token: 'sandbox', expires_in: 7200 },
  sendSmsCode: {},
  'Order.wechatPay.profitSharing': profitSharing,
  'Order.wechatPay.multiProfitSharing': profitSharing,
  'Order.aliPay.profitSharing': profitSharing,
  'RedPack.sendRedPack': { ...success, mch_billno: 'sandbox', send_listid: '' },
  'RedPack.getSentRedPackList': emptyPage,
  'RedPack.getSentRedPack': redPack,
  'RedPack.getRedPackStatus': {
    ...{ ...success, result_code: 'SUCCESS', err_code: 'SUCCESS', err_code_des: 'OK', return_msg: 'OK', detail_id: '' },
    ...{ mch_billno: 'sandbox', mch_id: 'sandbox', status: 'RECEIVED', send_type: '', hb_type: '', send_time: '' },
    ...{ total_num: '1', total_amount: '0' },
  },
  'wechat.UrlScheme.getUrlSchemeList': emptyPage,
  'wechat.UrlScheme.get': scheme,
  'wechat.UrlScheme.generate': scheme,
  'wechat.UrlScheme.delete': '',
  'wechat.profitSharing.Order.getOrderList': emptyPage,
  'wechat.profitSharing.Order.finish': profitSharing,
  'wechat.profitSharing.Order.refund': refund,
  'wechat.profitSharing.Order.getRefundmentOrder': refund,
  'alipay.profitSharing.Order.getOrderList': emptyPage,
  'File.createDownloadTask': { id: 1 },
  'File.getDownloadTaskResult': task,
  'File.genVideoSnapshot': createdVideo,
  'File.videoConcat': pendingVideo,
  'File.videoClip': pendingVideo,
  'File.videoMeta': { status_code: 200, message: 'ok', meta: { duration: 0, points: [] } },
  'File.videoAudioMeta': { streams: [], format: { duration: 0, fullname: '', bitrate: 0, filesize: 0, format: '' } },
  'File.purgeCache': ok,
  'File.getPurgeCacheHistory': emptyPage,
};
