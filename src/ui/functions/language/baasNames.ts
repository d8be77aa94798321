import * as vscode from 'vscode';

/** A documented name with its syntax, and a short explanation in the language of VS Code. */
export interface DocumentedName {
  name: string;
  /** The syntax, such as `BaaS.invoke(name, data?, sync?)`. For a class, the constructor without `new`. */
  form: string;
  text: string;
  kind: 'class' | 'function' | 'namespace' | 'value';
}

const named = (kind: DocumentedName['kind'], entries: Record<string, [form: string, text: string]>) =>
  Object.entries(entries).map(([name, [form, text]]): DocumentedName => ({ name, form, text, kind }));

/** The names of the global `BaaS` of a cloud function, as the service documents them. */
const baasNames = (): readonly DocumentedName[] => [...baasClasses(), ...baasFunctions(), ...baasValues()];

const baasClasses = () =>
  named('class', {
    TableObject: [
      'BaaS.TableObject(table)',
      vscode.l10n.t('Reads and writes the records of a table, by its name or ID.'),
    ],
    TableRecord: ['table.create() → TableRecord', vscode.l10n.t('A record that is written with save() or update().')],
    TableSchema: ['BaaS.TableSchema()', vscode.l10n.t('Reads and changes the schemas of tables.')],
    Query: ['BaaS.Query()', vscode.l10n.t('The conditions of a search.')],
    GeoPoint: ['BaaS.GeoPoint(longitude, latitude)', vscode.l10n.t('A place.')],
    GeoPolygon: ['BaaS.GeoPolygon(points)', vscode.l10n.t('An area.')],
    User: ['BaaS.User()', vscode.l10n.t('Reads users and changes their custom columns.')],
    UserRecord: ['user.getWithoutData(id) → UserRecord', vscode.l10n.t('A user that is changed with update().')],
    UserGroup: ['BaaS.UserGroup()', vscode.l10n.t('Reads and changes user groups and their members.')],
    UserSuperGroup: ['BaaS.UserSuperGroup()', vscode.l10n.t('Reads and changes super groups.')],
    ContentGroup: ['BaaS.ContentGroup(groupId)', vscode.l10n.t('Reads and writes the contents of a content library.')],
    ContentCategory: [
      'BaaS.ContentCategory(groupId)',
      vscode.l10n.t('Reads and writes the categories of a content library.'),
    ],
    Content: ['BaaS.Content(groupId)', vscode.l10n.t('Reads and writes single contents.')],
    File: ['BaaS.File()', vscode.l10n.t('Uploads, reads and deletes files.')],
    FileCategory: ['BaaS.FileCategory()', vscode.l10n.t('Reads and changes the categories of files.')],
    Order: ['BaaS.Order()', vscode.l10n.t('Reads orders.')],
    RedPack: ['BaaS.RedPack()', vscode.l10n.t('Sends red packets: real money.')],
  });

const baasFunctions = () =>
  named('function', {
    invoke: ['BaaS.invoke(name, data?, sync?)', vscode.l10n.t('Runs another cloud function.')],
    invokeFunction: ['BaaS.invokeFunction(name, data?, sync?)', vscode.l10n.t('Deprecated: use BaaS.invoke.')],
    request: ['BaaS.request(options)', vscode.l10n.t('Sends an HTTP request; the only access to the network.')],
    getServerDate: ['BaaS.getServerDate()', vscode.l10n.t('The time of the server.')],
    getAsyncJobResult: ['BaaS.getAsyncJobResult(id)', vscode.l10n.t('The result of an asynchronous operation.')],
    sendEmail: ['BaaS.sendEmail(options)', vscode.l10n.t('Sends an email.')],
    sendSmsCode: ['BaaS.sendSmsCode(options)', vscode.l10n.t('Sends a verification code as a text message.')],
    verifySmsCode: ['BaaS.verifySmsCode(options)', vscode.l10n.t('Checks a verification code.')],
    sendSmsMessage: ['BaaS.sendSmsMessage(options)', vscode.l10n.t('Sends a text message.')],
    sendTemplateMessage: ['BaaS.sendTemplateMessage(options)', vscode.l10n.t('Sends a template message.')],
    reportTicket: ['BaaS.reportTicket(ticket)', vscode.l10n.t('Stores a ticket for template messages.')],
    getTemplateMsgTicketCount: [
      'BaaS.getTemplateMsgTicketCount(user)',
      vscode.l10n.t('Counts the tickets for template messages.'),
    ],
    refund: ['BaaS.refund(options)', vscode.l10n.t('Refunds an order: real money.')],
    wxPromotionTransfer: [
      'BaaS.wxPromotionTransfer(options)',
      vscode.l10n.t('Transfers money to a user of WeChat: real money.'),
    ],
    wxAccessToken: ['BaaS.wxAccessToken(signKey)', vscode.l10n.t('The access token of the WeChat mini program.')],
    wxCensorText: ['BaaS.wxCensorText(text)', vscode.l10n.t('Lets WeChat check a text.')],
    wxCensorImage: ['BaaS.wxCensorImage(image)', vscode.l10n.t('Lets WeChat check a picture.')],
    getAlipayQRCode: ['BaaS.getAlipayQRCode(options)', vscode.l10n.t('Makes a QR code of the Alipay mini program.')],
    getQRCode: ['BaaS.getQRCode(options)', vscode.l10n.t('Makes a QR code of the mini program.')],
    useVersion: ['BaaS.useVersion(version)', vscode.l10n.t('Selects the version of BaaS.')],
  });

const baasValues = () => [
  ...named('namespace', {
    wechat: ['BaaS.wechat', vscode.l10n.t('Functions for WeChat mini programs only.')],
    alipay: ['BaaS.alipay', vscode.l10n.t('Functions for Alipay mini programs only.')],
    qq: ['BaaS.qq', vscode.l10n.t('Functions for QQ mini programs only.')],
    baidu: ['BaaS.baidu', vscode.l10n.t('Functions for Baidu mini programs only.')],
    bytedance: ['BaaS.bytedance', vscode.l10n.t('Functions for ByteDance mini programs only.')],
    Validator: ['BaaS.Validator', vscode.l10n.t('Checks the values of a record before it is saved.')],
  }),
  ...named('value', { VERSION: ['BaaS.VERSION', vscode.l10n.t('The version of BaaS.')] }),
];

/** The fields of the argument `event` of a cloud function. */
const eventFields = (): readonly DocumentedName[] =>
  named('value', {
    data: ['event.data', vscode.l10n.t('The data that the caller passed.')],
    eventType: ['event.eventType', vscode.l10n.t('The trigger: sdk, open_api, cloud_function, flex_schema, …')],
    jobId: ['event.jobId', vscode.l10n.t('The number of this run.')],
    memoryLimitInMB: ['event.memoryLimitInMB', vscode.l10n.t('The memory that this function may use, in megabytes.')],
    timeLimitInMS: ['event.timeLimitInMS', vscode.l10n.t('The time that this function may take, in milliseconds.')],
    miniappId: ['event.miniappId', vscode.l10n.t('The number of the application.')],
    request: ['event.request', vscode.l10n.t('The caller: request.user and request.meta. Only for calls of a client.')],
    signKey: ['event.signKey', vscode.l10n.t('The key for BaaS.wxAccessToken.')],
    flex_schema_name: ['event.flex_schema_name', vscode.l10n.t('The name of the table that triggered this run.')],
    env: ['event.env', vscode.l10n.t('The ID and name of the test environment.')],
  });

/**
 * Returns the beginning of a name at the end of `before`, such as `Ta` in `BaaS.Ta`, and all documented names of the
 * object.
 */
export function namesBefore(before: string): { typed: string; names: readonly DocumentedName[] } | undefined {
  const match = /(?<![\w$.])(BaaS|event)\.([\w$]*)$/.exec(before);
  if (match === null) return undefined;
  const [, object, typed = ''] = match;
  return { typed, names: object === 'BaaS' ? baasNames() : eventFields() };
}
