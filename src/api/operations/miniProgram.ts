import { optional, required, shape, statusResponse } from './field';
import { operation, type Details, type Operation } from './operation';

/** Creates an operation that only the platforms' SDKs document. */
const sdks = (id: string, line: string, description: string, details: Details): Operation =>
  operation('miniProgram', id, line, description, { source: 'requests of the official SDKs', ...details });

const content = required('content', 'string', 'The text to check.');
const image = required('file', 'file', 'The picture to check.');
const verdict = shape('object', 'risky:boolean');
const check = shape('object', 'id:any risky:boolean error_code:integer error_message:string status_code:integer');
const encrypted = [
  required('encryptedData', 'string', 'Encrypted data as the platform gave it.'),
  required('iv', 'string', 'Initial vector as the platform gave it.'),
];
const phoneCode = optional('phone_code', 'string', 'Code of the phone number as the platform gave it.');
const path = optional('path', 'string', 'Page that the code opens.');
const categoryName = optional('category_name', 'string', 'Goes to the file category of this name.');
const platform = optional('platform', 'string', 'Which platform, e.g. qq_miniapp; WeChat by default.');
const plainCheck = { success: [200], response: verdict };

/** Platform calls of WeChat, Alipay, QQ and ByteDance mini-programs through the service. */
export const miniProgram: readonly Operation[] = [
  sdks('wechat.checkText', 'POST /hserve/v1.7/censor-msg/', 'Checks a text by the rules of WeChat.', {
    body: [content],
    ...plainCheck,
  }),
  sdks('alipay.checkText', 'POST /hserve/v2.4/alipay/censor-msg/', 'Checks a text by the rules of Alipay.', {
    body: [content],
    ...plainCheck,
  }),
  sdks('qq.checkText', 'POST /hserve/v2.2/qq/censor-msg/', 'Checks a text by the rules of QQ.', {
    body: [content],
    ...plainCheck,
  }),
  sdks('wechat.checkImage', 'POST /hserve/v2.6/censor-image/', 'Checks a picture by the rules of WeChat.', {
    also: ['v1.7'],
    bodyType: 'multipart',
    body: [image],
    ...plainCheck,
  }),
  sdks('qq.checkImage', 'POST /hserve/v2.2/qq/censor-image/', 'Checks a picture by the rules of QQ.', {
    bodyType: 'multipart',
    body: [image],
    ...plainCheck,
  }),
  sdks(
    'wechat.checkFile',
    'POST /hserve/v2.2/async-censor/',
    'Starts a check of a picture or sound file; the result comes later.',
    {
      body: [required('file_id', 'id', 'ID of the file to check.')],
      success: [201],
      response: check,
    },
  ),
  sdks(
    'wechat.fileCheck',
    'GET /hserve/v2.2/async-censor/:check_id/',
    'Result of the check of a file; risky is null until then.',
    {
      response: check,
    },
  ),
  sdks(
    'wechat.decrypt',
    'POST /hserve/v2.7/wechat/decrypt/:type/',
    'Decrypts data from WeChat: we-run-data, phone-number, open-gid.',
    {
      also: ['v1'],
      body: [...encrypted, phoneCode],
      success: [200, 201],
    },
  ),
  sdks('qq.decrypt', 'POST /hserve/v2.0/qq/decrypt/:type/', 'Decrypts data from QQ: open-gid.', {
    body: encrypted,
    success: [200, 201],
  }),
  sdks('wechat.code', 'POST /hserve/v2.4/miniappcode/', 'Makes a code that opens a page of the mini-program.', {
    also: ['v1.4'],
    body: [
      required('code_type', 'string', 'Kind of the code.', ['miniapp_permanent', 'miniapp_temporary', 'miniapp_qr']),
      path,
      optional('scene', 'string', 'Parameters of the page; required for miniapp_temporary.'),
      optional('options', 'object', 'Appearance: width, auto_color, line_color, is_hyaline.'),
      optional('upload_to_cdn', 'boolean', 'Whether the picture is kept as a file, too.'),
      categoryName,
    ],
    response: shape('object', 'image:string uploaded_file?:object download_url?:string'),
  }),
  sdks(
    'alipay.code',
    'POST /hserve/v2.0/idp/alipay/miniapp-qr-code/',
    'Makes a QR code that opens a page of the mini-program.',
    {
      body: [
        required('url_param', 'string', 'Page that the code opens.'),
        required('query_param', 'string', 'Parameters of the page.'),
        required('describe', 'string', 'A note.'),
      ],
      response: shape('object', 'image_url:string'),
    },
  ),
  sdks(
    'bytedance.code',
    'POST /hserve/v2.4/idp/bytedance/miniapp-qr-code/',
    'Makes a QR code that opens a page of the mini-program.',
    {
      body: [
        optional('appname', 'string', 'Which app of ByteDance, e.g. douyin.'),
        path,
        optional('platform', 'string', 'Kind of the program, e.g. miniapp.'),
        optional('width', 'integer', 'Width of the picture in pixels.'),
        optional('line_color', 'object', 'Colour of the lines: r, g, b.'),
        optional('background', 'object', 'Colour behind the lines: r, g, b.'),
        optional('set_icon', 'boolean', 'Whether the picture shows the icon.'),
        categoryName,
        optional('category_id', 'id', 'Goes to this file category; wins over category_name.'),
      ],
      response: shape(
        'object',
        'image_url?:string id?:string path?:string cdn_path?:string mime_type?:string name?:string size?:integer ' +
          'created_at?:any categories?:array',
      ),
    },
  ),
  sdks(
    'template.ticket',
    'POST /hserve/v2.0/template-message-ticket/',
    'Stores the ID of a form that a template message may reply to.',
    {
      body: [
        required('submission_type', 'string', 'What to store: form_id.', ['form_id']),
        required('submission_value', 'string', 'ID of the form as the platform gave it.'),
        platform,
      ],
      response: statusResponse,
    },
  ),
  sdks(
    'template.report',
    'POST /hserve/v2.0/template-message/event-report/',
    'Reports that a template message was opened.',
    {
      body: [required('stats_id', 'string', 'Campaign that the message names.'), platform],
      response: statusResponse,
    },
  ),
  sdks(
    'subscription.report',
    'POST /hserve/v2.2/subscription-message/relationship-report/',
    'Reports which messages the user subscribed to.',
    {
      body: [
        required('subscription', 'array', 'Templates: { template_id, subscription_type: once or permanent }.'),
        platform,
      ],
      success: [201],
      response: statusResponse,
    },
  ),
  sdks('wechat.riskRank', 'POST /hserve/v2.5/user-riskrank/', 'Risk level of the user by WeChat, 0 to 4.', {
    body: [
      required('scene', 'integer', '0 registration, 1 marketing.', ['0', '1']),
      optional('mobile_no', 'string', 'Phone number.'),
      optional('email_address', 'string', 'E-mail address.'),
      optional('extended_info', 'string', 'Other known information.'),
    ],
    response: shape('object', 'errcode:integer errmsg:string risk_rank:integer union_id?:any'),
  }),
  sdks('wechat.privateMessage', 'POST /hserve/v2.5/private-message/', 'Makes the ID of a private message.', {
    response: shape('object', 'activity_id:string expiration_time:any errcode:any'),
  }),
  sdks(
    'wechat.pageCredentials',
    'GET /hserve/v2.4/idp/wechat/jssdk-credentials/',
    'Signature for WeChat’s JS-SDK on a web page.',
    {
      authorization: 'client',
      query: [required('url', 'string', 'Address of the page, without its fragment.')],
      response: shape('object', 'appid:string timestamp:any noncestr:string signature:string'),
    },
  ),
];
