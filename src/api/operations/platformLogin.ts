import { optional, required, shape } from './field';
import { operation, type Details, type Field, type Operation } from './operation';

/** Creates an operation that only the platforms' SDKs document. */
const sdks = (id: string, line: string, description: string, details: Details): Operation =>
  operation('user', id, line, description, { source: 'requests of the official SDKs', ...details });

/**
 * The response to a login. Since v2.4, `user_info` contains the whole user. In earlier versions, `user_id`, `openid`
 * and `unionid` are next to the token.
 */
const session = shape(
  'object',
  'token:string expires_in:integer user_id?:integer openid?:string unionid?:string user_info?:object status?:string ' +
    'message?:string',
);
const associated = shape('object', 'status:string message?:string user_id?:integer openid?:string unionid?:string');
const authToken = ['auth_token', 'string', 'Token that the platform gave.'] as const;
const code = required('code', 'string', 'Login code of the platform; valid for one call.');
const createUser = optional('create_user', 'boolean', 'Whether an unknown person becomes a new user.');
const updateProfile = optional(
  'update_userprofile',
  'string',
  'What to update in the profile: only empty fields, everything, or nothing.',
  ['setnx', 'overwrite', 'false'],
);
const encrypted = [
  optional('encryptedData', 'string', 'Encrypted data as the platform gave it.'),
  optional('iv', 'string', 'Initial vector as the platform gave it.'),
];
const signed = [
  optional('rawData', 'string', 'Plain data as the platform gave it.'),
  optional('signature', 'string', 'Signature as the platform gave it.'),
  ...encrypted,
];
const phoneCode = optional('phone_code', 'string', 'Code of the phone number as the platform gave it.');
const appName = required('app_name', 'string', 'Which app of ByteDance, e.g. douyin.');
const plainData = [
  optional('data', 'string', 'Encrypted data as the platform gave it.'),
  optional('iv', 'string', 'Initial vector as the platform gave it.'),
];

interface Platform {
  title: string;
  /** The versions of silent login and login, newest first. */
  versions: readonly [string, ...string[]];
  /** The fields of a login with a profile. */
  profile: readonly Field[];
  association: string;
  also?: readonly string[];
  /** Additional fields in every call of the platform. */
  extraFields?: readonly Field[];
  silent?: readonly Field[];
  associated?: readonly Field[];
}

const platforms: Record<string, Platform> = {
  wechat: {
    title: 'WeChat',
    versions: ['v2.5', 'v2.4', 'v2.1', 'v2.0'],
    profile: signed,
    association: 'POST /hserve/v2.4/idp/wechat/user-associate/',
    also: ['v2.0'],
    silent: [optional('login_with_unionid', 'boolean', 'Whether the unionid identifies the user.')],
    associated: [optional('associate_with_unionid', 'boolean', 'Whether the unionid is associated, too.')],
  },
  alipay: {
    title: 'Alipay',
    versions: ['v2.5', 'v2.1', 'v2.0'],
    profile: [],
    association: 'PUT /hserve/v2.0/idp/alipay/user-associate/',
    associated: [optional('authorized', 'boolean', 'Whether the person allowed the profile to be read.')],
  },
  qq: {
    title: 'QQ',
    versions: ['v2.5', 'v2.0'],
    profile: signed,
    association: 'POST /hserve/v2.0/idp/qq/user-association/',
  },
  baidu: {
    title: 'Baidu',
    versions: ['v2.5', 'v2.1'],
    profile: plainData,
    association: 'POST /hserve/v2.1/idp/baidu/user-association/',
  },
  bytedance: {
    title: 'ByteDance',
    versions: ['v2.5', 'v2.4'],
    profile: signed,
    association: 'POST /hserve/v2.4/idp/bytedance/user-association/',
    extraFields: [appName],
  },
  jd: {
    title: 'JD',
    versions: ['v2.5', 'v2.4'],
    profile: [...plainData, optional('userInfo', 'object', 'The profile as the platform gave it.')],
    association: 'POST /hserve/v2.4/idp/jd/user-association/',
  },
  kuaishou: {
    title: 'Kuaishou',
    versions: ['v2.5'],
    profile: signed,
    association: 'POST /hserve/v2.5/idp/kuaishou/user-association/',
  },
};

export const platformLogin: readonly Operation[] = [
  ...Object.entries(platforms).flatMap(([name, platform]) => logins(name, platform)),
  ...phone('wechat', 'WeChat', ['v2.7', 'v2.5'], [phoneCode]),
  ...phone('kuaishou', 'Kuaishou', ['v2.5'], []),
  sdks('wechat.updateProfile', 'PUT /hserve/v2.6/idp/wechat/user/info/', 'Takes over the profile of WeChat.', {
    also: ['v2.5'],
    body: [...signed, optional('code', 'string', 'Login code of the platform; valid for one call.'), updateProfile],
  }),
  sdks(
    'web.redirect',
    'POST /hserve/v2.0/idp/:provider/redirect/',
    'Address of a platform’s login page for a browser: oauth-wechat-web, oauth-wechat-mp, oauth-weibo.',
    {
      authorization: 'client',
      body: [
        required('callback_url', 'string', 'Page that gets the token.'),
        optional('silent_login', 'boolean', 'Whether to ask the person nothing.'),
      ],
      risk: 'opensSession',
      response: shape('object', 'status:string redirect_url:string'),
    },
  ),
  ...byToken('web', '/hserve/v2.0/idp/:provider/', 'from a web page', [required(...authToken)]),
  sdks(
    'web.logInSilently',
    'POST /hserve/v2.5/idp/:provider/silent-login/',
    'Logs in without a profile from a web page.',
    {
      authorization: 'client',
      body: [required(...authToken), createUser],
      success: [201],
      response: session,
    },
  ),
  ...byToken('app', '/hserve/v2.3/idp/oauth/:provider/', 'from an app: wechat-native, weibo-native, apple-native', [
    optional(...authToken),
    optional('access_token', 'string', 'Access token of Weibo, with uid in place of auth_token.'),
    optional('uid', 'string', 'Weibo account, with access_token.'),
    optional('nickname', 'string', 'Name that Apple gave.'),
  ]),
];

function logins(name: string, platform: Platform): Operation[] {
  const { title, versions, profile, association, extraFields = [] } = platform;
  const [version, ...also] = versions;
  return [
    sdks(
      `${name}.logInSilently`,
      `POST /hserve/${version}/idp/${name}/silent-login/`,
      `Logs in with ${title} without a profile.`,
      {
        also,
        authorization: 'client',
        body: [code, ...extraFields, createUser, ...(platform.silent ?? [])],
        success: [201],
        response: session,
      },
    ),
    sdks(`${name}.logIn`, `POST /hserve/${version}/idp/${name}/authenticate/`, `Logs in with ${title}.`, {
      also,
      authorization: 'client',
      body: [code, ...extraFields, createUser, ...profile, updateProfile],
      success: [201],
      response: session,
    }),
    sdks(`${name}.associate`, association, `Associates the user with an account of ${title}.`, {
      also: platform.also ?? [],
      success: [200],
      response: associated,
      body: [code, ...extraFields, ...profile, updateProfile, ...(platform.associated ?? [])],
    }),
  ];
}

function phone(
  name: string,
  title: string,
  [version, ...also]: readonly [string, ...string[]],
  more: readonly Field[],
): Operation[] {
  const needed = encrypted.map(field => ({ ...field, required: true }));
  return [
    sdks(
      `${name}.logInByPhone`,
      `POST /hserve/${version}/idp/${name}/phone-login/`,
      `Logs in with the phone number that ${title} knows.`,
      {
        also,
        authorization: 'client',
        body: [...needed, code, createUser, ...more],
        success: [201],
        response: session,
      },
    ),
    sdks(
      `${name}.updatePhone`,
      `PUT /hserve/${version}/idp/${name}/phone-verification/`,
      `Takes over the phone number that ${title} knows.`,
      {
        also,
        body: [...needed, optional('overwrite', 'boolean', 'Whether to replace an existing phone number.'), ...more],
      },
    ),
  ];
}

function byToken(kind: string, base: string, where: string, token: readonly Field[]): Operation[] {
  return [
    sdks(`${kind}.logIn`, `POST ${base}authenticate/`, `Logs in with an account of a platform, ${where}.`, {
      authorization: 'client',
      body: [...token, createUser, updateProfile],
      success: [200, 201],
      response: session,
    }),
    sdks(
      `${kind}.associate`,
      `POST ${base}user-association/`,
      `Associates the user with an account of a platform, ${where}.`,
      {
        body: [...token, updateProfile],
      },
    ),
  ];
}
