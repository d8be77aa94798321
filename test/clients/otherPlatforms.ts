/** A request that the SDK's build for another platform sends. `{code}` is replaced by the code of a login. */
export interface PlatformRequest {
  does: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** `user` sends the request as the logged-in user, otherwise it is anonymous. */
  as?: 'user';
  /** The statuses that the build treats as success; it throws for others. */
  success: readonly number[];
  /** The fields of the response that the build reads. */
  reads: readonly string[];
}

export interface Platform {
  name: string;
  /** True if the platform cannot send PUT and DELETE. Its build sends POST with the method in a header. */
  overridesMethod: boolean;
  requests: readonly PlatformRequest[];
}

const created = [201];
const anySuccess = [200, 201, 204];
const session = ['token', 'expires_in', 'user_info.id'];
const profile = {
  rawData: '{"nickName":"Ada"}',
  signature: '0'.repeat(40),
  encryptedData: Buffer.from('{"nickName":"Ada","phoneNumber":"13900139000"}').toString('base64'),
  iv: Buffer.alloc(16).toString('base64'),
};
const kept = { update_userprofile: 'setnx' };

/** The name of the ByteDance application that runs the build. */
const app = { app_name: 'douyin' };

interface Ways {
  /** Name of the platform in the path. */
  idp: string;
  association: string;
  profile: Record<string, unknown>;
  own?: Record<string, unknown>;
}

function logins({ idp, association, profile: shown, own = {} }: Ways): PlatformRequest[] {
  const login = { code: '{code}', create_user: true, ...own };
  return [
    {
      does: 'silent login',
      method: 'POST',
      path: `/hserve/v2.5/idp/${idp}/silent-login/`,
      body: login,
      success: created,
      reads: session,
    },
    {
      does: 'login',
      method: 'POST',
      path: `/hserve/v2.5/idp/${idp}/authenticate/`,
      body: { ...login, ...shown, ...kept },
      success: created,
      reads: session,
    },
    {
      does: 'association',
      method: 'POST',
      path: association,
      body: { code: '{code}', ...own, ...shown, ...kept },
      as: 'user',
      success: anySuccess,
      reads: [],
    },
  ];
}

function payment(gateway: string, reads: readonly string[], more: object = {}): PlatformRequest {
  const body = { gateway_type: gateway, total_cost: 0.01, merchandise_description: 'Tea', ...more };
  return asUser(`payment (${gateway})`, '/hserve/v2.2/idp/pay/order/', body, reads);
}

const asUser = (does: string, path: string, body: unknown, reads: readonly string[] = []): PlatformRequest => ({
  does,
  method: 'POST',
  path,
  body,
  as: 'user',
  success: anySuccess,
  reads,
});
const ticket = (platform: string): PlatformRequest =>
  asUser('form ID', '/hserve/v2.0/template-message-ticket/', {
    submission_type: 'form_id',
    submission_value: 'form',
    platform,
  });
const subscription = (platform: string): PlatformRequest => {
  const subscribed = [{ template_id: 't', subscription_type: 'once' }];
  const path = '/hserve/v2.2/subscription-message/relationship-report/';
  return asUser('subscription', path, { platform, subscription: subscribed }, ['status']);
};
const textCheck = (path: string): PlatformRequest =>
  asUser('text check', path, { content: 'a friendly text' }, ['risky']);

/**
 * Requests that change and delete a record by ID, and records by a condition. `{record}` is replaced by the ID of the
 * user's own record.
 */
const changes: readonly PlatformRequest[] = [
  {
    does: 'update',
    method: 'PUT',
    path: '/hserve/v2.5/table/product/record/{record}/?enable_trigger=1&expand=',
    body: { $set: { price: 12 }, $unset: {} },
    as: 'user',
    success: [200],
    reads: ['id', 'price'],
  },
  {
    does: 'update by a condition',
    method: 'PUT',
    path: '/hserve/v2.4/table/product/record/?limit=20&offset=0&where=%7B%22id%22%3A%7B%22%24eq%22%3A%22{record}%22%7D%7D&enable_trigger=1&return_total_count=0',
    body: { $set: { price: 13 }, $unset: {} },
    as: 'user',
    success: [200],
    reads: ['succeed'],
  },
  {
    does: 'delete',
    method: 'DELETE',
    path: '/hserve/v2.5/table/product/record/{record}/',
    body: {},
    as: 'user',
    success: [204],
    reads: [],
  },
];

const native = (provider: string, body: Record<string, unknown>): PlatformRequest[] => [
  {
    does: `login (${provider})`,
    method: 'POST',
    path: `/hserve/v2.3/idp/oauth/${provider}/authenticate/`,
    body: { ...body, create_user: true },
    success: anySuccess,
    reads: ['token', 'expires_in', 'user_id'],
  },
  {
    does: `association (${provider})`,
    method: 'POST',
    path: `/hserve/v2.3/idp/oauth/${provider}/user-association/`,
    body,
    as: 'user',
    success: anySuccess,
    reads: [],
  },
];

/** The requests of builds that are not published as packages, without those that all builds share. */
export const platforms: readonly Platform[] = [
  {
    name: 'Alipay',
    overridesMethod: true,
    requests: [
      ...logins({ idp: 'alipay', association: '', profile: {} }).filter(({ does }) => does !== 'association'),
      {
        does: 'association',
        method: 'PUT',
        path: '/hserve/v2.0/idp/alipay/user-associate/',
        body: { code: '{code}', authorized: true, ...kept },
        as: 'user',
        success: [200],
        reads: [],
      },
      payment('alipay', ['trade_no', 'transaction_no']),
      ticket('alipay_miniapp'),
      textCheck('/hserve/v2.4/alipay/censor-msg/'),
      asUser(
        'QR code',
        '/hserve/v2.0/idp/alipay/miniapp-qr-code/',
        { url_param: 'index', query_param: 'a=1', describe: 'Tea' },
        ['image_url'],
      ),
      ...changes,
    ],
  },
  {
    name: 'QQ',
    overridesMethod: false,
    requests: [
      ...logins({ idp: 'qq', association: '/hserve/v2.0/idp/qq/user-association/', profile }),
      payment('qpay', ['package', 'trade_no', 'transaction_no']),
      ticket('qq_miniapp'),
      subscription('qq_miniapp'),
      textCheck('/hserve/v2.2/qq/censor-msg/'),
      asUser(
        'decryption',
        '/hserve/v2.0/qq/decrypt/open-gid/',
        { encryptedData: profile.encryptedData, iv: profile.iv },
        ['openGId'],
      ),
      ...changes,
    ],
  },
  {
    name: 'Baidu',
    overridesMethod: false,
    requests: [
      ...logins({
        idp: 'baidu',
        association: '/hserve/v2.1/idp/baidu/user-association/',
        profile: { data: profile.encryptedData, iv: profile.iv },
      }),
      payment('baidu_miniapp_pay', ['tpOrderId']),
      ticket('baidu_miniapp'),
      ...changes,
    ],
  },
  {
    name: 'ByteDance',
    overridesMethod: false,
    requests: [
      ...logins({ idp: 'bytedance', association: '/hserve/v2.4/idp/bytedance/user-association/', profile, own: app }),
      payment('bytedance_miniapp_pay', ['out_order_no'], app),
      ticket('douyin'),
      asUser('QR code', '/hserve/v2.4/idp/bytedance/miniapp-qr-code/', {
        appname: 'douyin',
        path: 'pages/index',
        width: 280,
      }),
      ...changes,
    ],
  },
  {
    name: 'JD',
    overridesMethod: true,
    requests: [
      ...logins({
        idp: 'jd',
        association: '/hserve/v2.4/idp/jd/user-association/',
        profile: { data: profile.encryptedData, iv: profile.iv, userInfo: { nickName: 'Ada' } },
      }),
      ...changes,
    ],
  },
  {
    name: 'Kuaishou',
    overridesMethod: true,
    requests: [
      ...logins({ idp: 'kuaishou', association: '/hserve/v2.5/idp/kuaishou/user-association/', profile }),
      {
        does: 'login by phone',
        method: 'POST',
        path: '/hserve/v2.5/idp/kuaishou/phone-login/',
        body: { code: '{code}', encryptedData: profile.encryptedData, iv: profile.iv, create_user: true },
        success: anySuccess,
        reads: session,
      },
      {
        does: 'phone number',
        method: 'PUT',
        path: '/hserve/v2.5/idp/kuaishou/phone-verification/',
        body: { encryptedData: profile.encryptedData, iv: profile.iv, overwrite: true },
        as: 'user',
        success: [200],
        reads: ['id'],
      },
      subscription('kuaishou_miniapp'),
      ...changes,
    ],
  },
  {
    name: 'native apps',
    overridesMethod: false,
    requests: [
      ...native('wechat-native', { auth_token: '{code}', ...kept }),
      ...native('weibo-native', { access_token: '{code}', uid: '7' }),
      ...native('apple-native', { auth_token: '{code}', nickname: 'Ada' }),
      payment('weixin_tenpay_app', ['trade_no', 'transaction_no', 'prepayid', 'sign']),
      payment('alipay_app', ['trade_no', 'transaction_no', 'payment_url']),
      ...changes,
    ],
  },
];
