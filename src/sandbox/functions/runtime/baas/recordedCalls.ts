import type { SandboxResponse, Transport } from './transport';

/** Calls of `BaaS` that would leave this machine. The sandbox records them and answers with made-up data. */
export const recordedCallNames = [
  ...(['sendEmail', 'sendSmsMessage', 'sendTemplateMessage', 'wxPromotionTransfer', 'reportTicket'] as const),
  ...(['wxReportTicket', 'getTemplateMsgTicketCount', 'getWXACode', 'getAlipayQRCode', 'getQRCode'] as const),
  ...(['wechat.sendSubscribeMessage', 'wechat.updateUserInfo', 'wechat.decryptData'] as const),
  ...(['wechat.createActivityID', 'wechat.profitSharing.addReceiver', 'wechat.profitSharing.removeReceiver'] as const),
  ...(['alipay.sendTemplateMessage', 'alipay.getTemplateMsgTicketCount', 'alipay.getAlipayQRCode'] as const),
  ...(['alipay.censorText', 'alipay.profitSharing.addReceiver', 'alipay.profitSharing.removeReceiver'] as const),
  ...(['alipay.profitSharing.receiverQuery', 'qq.sendTemplateMessage', 'qq.getTemplateMsgTicketCount'] as const),
  ...(['qq.sendSubscribeMessage', 'qq.censorText', 'qq.censorImage'] as const),
  ...(['bytedance.sendTemplateMessage', 'bytedance.getTemplateMsgTicketCount', 'bytedance.getQRCode'] as const),
  ...(['baidu.sendTemplateMessage', 'baidu.getTemplateMsgTicketCount'] as const),
];

/** Like `recordedCallNames`, for calls that resolve to the data itself instead of a response. */
export const recordedValueNames = [
  ...(['wxCensorText', 'wxCensorImage', 'wxAccessToken', 'refund', 'wechat.getUserRiskRank'] as const),
  ...(['wechat.getSubscribeMsgTicketCount', 'qq.getSubscribeMsgTicketCount'] as const),
  ...(['wechat.livestreaming.getRoomList', 'wechat.livestreaming.getPlaybackList'] as const),
];

/** Classes whose methods would leave this machine. */
export const recordedClasses = {
  RedPack: ['sendRedPack', 'getSentRedPackList', 'getSentRedPack', 'getRedPackStatus'],
  'wechat.UrlScheme': ['getUrlSchemeList', 'get', 'generate', 'delete'],
  'wechat.profitSharing.Order': ['getOrderList', 'finish', 'refund', 'getRefundmentOrder'],
  'alipay.profitSharing.Order': ['getOrderList'],
} as const;

/** Methods of `File` that only the service can perform. */
export const recordedFileMethods = [
  ...(['createDownloadTask', 'getDownloadTaskResult', 'genVideoSnapshot', 'videoConcat', 'videoClip'] as const),
  ...(['videoMeta', 'videoAudioMeta', 'purgeCache', 'getPurgeCacheHistory'] as const),
];

type RecordedClasses = typeof recordedClasses;

export type RecordedCallName =
  | (typeof recordedCallNames)[number]
  | (typeof recordedValueNames)[number]
  | { [Name in keyof RecordedClasses]: `${Name}.${RecordedClasses[Name][number]}` }[keyof RecordedClasses]
  | `File.${(typeof recordedFileMethods)[number]}`
  | 'Order.wechatPay.profitSharing'
  | 'Order.wechatPay.multiProfitSharing'
  | 'Order.aliPay.profitSharing'
  | 'sendSmsCode';

/** Records a call instead of sending it from this machine. Returns the sandbox's made-up response. */
export async function recordCall(
  transport: Transport,
  name: RecordedCallName,
  args: readonly unknown[],
): Promise<SandboxResponse> {
  const response = await transport.call('POST', '/__function/sent/', { body: { name, arguments: args } });
  return { ...response, data: (response.data as { answer: unknown }).answer };
}
