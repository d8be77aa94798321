import type { SandboxContext } from '../backend/routing';
import { scopeOf } from '../backend/scope';
import { chinaTime } from '../http/dates';
import { derivedHex } from '../store/hashes';
import type { Order } from './order';

/** Returns the address of the sandbox's page that acts as the payment service. */
export function paymentPage(context: SandboxContext, { transactionNo }: Order): string {
  return `${new URL(context.req.url).origin}/sandbox/pay/${scopeOf(context).realm}/${transactionNo}/`;
}

/**
 * Returns the parameters that a client passes on to the payment service. An order always has the same fake signature.
 */
export function paymentParameters(context: SandboxContext, order: Order): Record<string, string> {
  const { transactionNo, gatewayType } = order;
  const pageAddress = paymentPage(context, order);
  if (gatewayType === 'alipay_app') return { appid: 'sandbox-alipay', payment_url: pageAddress };
  if (gatewayType.startsWith('alipay')) return { payment_url: pageAddress };
  if (gatewayType === 'weixin_tenpay_wap') return { mweb_url: pageAddress };
  if (gatewayType.endsWith('_native')) return { code_url: pageAddress };
  if (gatewayType === 'baidu_miniapp_pay')
    return { dealId: '1', appKey: 'sandbox', totalAmount: String(order.cents), tpOrderId: transactionNo };
  if (gatewayType === 'bytedance_miniapp_pay') return { out_order_no: transactionNo, payment_url: pageAddress };
  const seconds = String(order.createdAt);
  const { nonce, signature } = fakeSignature(order);
  if (gatewayType === 'weixin_tenpay_app') {
    const app = { appid: 'wx-sandbox', partnerid: 'sandbox', prepayid: transactionNo, package: 'Sign=WXPay' };
    return { ...app, noncestr: nonce, timestamp: seconds, sign: signature };
  }
  return {
    appId: 'wx-sandbox',
    timeStamp: seconds,
    nonceStr: nonce,
    package: `prepay_id=${transactionNo}`,
    signType: 'MD5',
    paySign: signature,
    payment_url: pageAddress,
  };
}

/** Returns WeChat's notification of a payment to the service; undefined for other gateways and before the payment. */
export function wechatResponse(order: Order): Record<string, string> | undefined {
  if (order.gatewayType !== 'weixin_tenpay' || order.paidAt === undefined) return undefined;
  const { nonce, signature } = fakeSignature(order);
  const cents = String(order.cents);
  return {
    appid: 'wx-sandbox',
    bank_type: 'OTHERS',
    cash_fee: cents,
    fee_type: 'CNY',
    is_subscribe: 'N',
    mch_id: 'sandbox-merchant',
    nonce_str: nonce,
    openid: 'sandbox-openid',
    out_trade_no: order.transactionNo,
    result_code: 'SUCCESS',
    return_code: 'SUCCESS',
    sign: signature,
    time_end: chinaTime(order.paidAt * 1000)
      .replace(/\D/g, '')
      .slice(0, 14),
    total_fee: cents,
    trade_type: 'JSAPI',
    transaction_id: order.tradeNo,
  };
}

function fakeSignature({ transactionNo }: Order): { nonce: string; signature: string } {
  return { nonce: derivedHex(`nonce ${transactionNo}`, 32), signature: derivedHex(`signature ${transactionNo}`, 32) };
}
