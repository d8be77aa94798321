import { signedIn, type SdkCall } from './sdkCalls';

const uploaded = `${signedIn} const { id } = it.dataOf(await new BaaS.File().upload(it.file('hello.txt', 'hello'), { categoryID: it.fileCategory })).file;`;
const bought = `${signedIn} const paid = await BaaS.request({ url: '/hserve/v2.2/idp/pay/order/', method: 'POST', data: { gateway_type: 'weixin_tenpay', total_cost: 0.01, merchandise_description: 'Tea' } }); const number = paid.data.transaction_no;`;
/** Calls of two methods of the common query class, without effect because there is nothing to choose or expand here. */
const plain = `.select([]).expand([])`;
const page = `.limit(1).offset(0).orderBy('-created_at')`;
const video = (method: string, fields: string): SdkCall => ({
  methods: `File#${method}`,
  body: `${uploaded} return (await new BaaS.File().${method}(${fields})) !== undefined;`,
});
const pay = (method: string, gateway: string): SdkCall => ({
  methods: `payment.${method}`,
  body: `${signedIn} const { data } = await BaaS.payment.${method}({ gatewayType: '${gateway}', totalCost: 0.01, merchandiseDescription: 'Tea' }); return data.transaction_no.length > 0 && typeof data.trade_no === 'string';`,
  only: 'web',
});

export const libraryCalls: readonly SdkCall[] = [
  {
    methods: 'ContentGroup#find',
    body: `return (await new BaaS.ContentGroup(it.group).find()).data.objects.length > 0;`,
  },
  { methods: 'ContentGroup#count', body: `return (await new BaaS.ContentGroup(it.group).count()) > 0;` },
  { methods: 'ContentGroup.find', body: `return (await BaaS.ContentGroup.find()).data.objects.length > 1;` },
  { methods: 'ContentGroup.get', body: `return (await BaaS.ContentGroup.get(it.group)).data.id === it.group;` },
  {
    methods: 'ContentGroup#getContent',
    body: `return (await new BaaS.ContentGroup(it.group).getContent(it.content)).data.content.length > 0;`,
  },
  {
    methods: 'ContentGroup#getCategoryList',
    body: `return (await new BaaS.ContentGroup(it.group).getCategoryList()).data.objects.length > 0;`,
  },
  {
    methods: 'ContentGroup#getCategory',
    body: `return (await new BaaS.ContentGroup(it.group).getCategory(it.category)).data.id === it.category;`,
  },
  {
    methods: 'ContentGroup#setQuery ContentGroup#select ContentGroup#limit ContentGroup#offset ContentGroup#orderBy',
    body: `const query = new BaaS.Query().arrayContains('categories', [it.category]); const { objects } = (await new BaaS.ContentGroup(it.group).setQuery(query).select(['id', 'title'])${page}.find()).data; return objects.length === 1 && objects[0].description === undefined;`,
  },
  {
    methods: 'ContentGroup#expand',
    body: `return (await new BaaS.ContentGroup(it.group).expand('created_by').getContent(it.content)).data.id === it.content;`,
  },
  {
    methods: 'getContentList',
    body: `return (await BaaS.getContentList({ contentGroupID: it.group })).data.objects.length > 0;`,
  },
  {
    methods: 'getContentList2',
    body: `return (await BaaS.getContentList2({ contentGroupID: it.group })).data.objects.length > 0;`,
  },
  {
    methods: 'getContentListV2',
    body: `return (await BaaS.getContentListV2({ contentGroupID: it.group })).data.objects.length > 0;`,
  },
  { methods: 'getContent', body: `return (await BaaS.getContent({ richTextID: it.content })).data.id === it.content;` },
  { methods: 'getContentGroupList', body: `return (await BaaS.getContentGroupList({})).data.objects.length > 1;` },
  {
    methods: 'getContentGroup',
    body: `const { data } = await BaaS.getContentGroup({ contentGroupID: it.group }); return data.id === it.group || data.objects.length > 0;`,
  },
  {
    methods: 'getContentCategoryList',
    body: `return (await BaaS.getContentCategoryList({ contentGroupID: it.group })).data.objects.length > 0;`,
  },
  {
    methods: 'getContentCategory',
    body: `return (await BaaS.getContentCategory({ categoryID: it.category })).data.id === it.category;`,
  },
];

export const fileCalls: readonly SdkCall[] = [
  { methods: 'File#upload', body: `${uploaded} return id.length === 24;` },
  {
    methods: 'uploadFile',
    body: `${signedIn} const response = it.dataOf(await BaaS.uploadFile(it.file('hello.txt', 'hello'))); return (typeof response === 'string' ? JSON.parse(response) : response).status === 'ok';`,
  },
  {
    methods: 'File#multipartUpload',
    body: `${signedIn} const { file } = (await new BaaS.File().multipartUpload(it.file('large.txt', 'x'.repeat(1500000)))).data; return (await new BaaS.File().get(file.id)).data.size === 1500000;`,
  },
  {
    methods: 'multipartUploadFile',
    body: `${signedIn} const { file } = (await BaaS.multipartUploadFile(it.file('large.txt', 'y'.repeat(10)))).data; return (await new BaaS.File().get(file.id)).data.size === 10;`,
  },
  { methods: 'File#get', body: `${uploaded} return (await new BaaS.File().get(id)).data.name === 'hello.txt';` },
  { methods: 'File#find', body: `${uploaded} return (await new BaaS.File().find()).data.objects.length > 0;` },
  { methods: 'File#count', body: `${uploaded} return (await new BaaS.File().count()) > 0;` },
  {
    methods: 'File#setQuery File#limit File#offset File#orderBy File#select File#expand',
    body: `${uploaded} const query = new BaaS.Query().compare('id', '=', id); const { objects } = (await new BaaS.File().setQuery(query)${page}${plain}.find()).data; return objects.length === 1 && objects[0].id === id;`,
  },
  {
    methods: 'File#delete',
    body: `${uploaded} const one = await new BaaS.File().delete(id); const again = it.dataOf(await new BaaS.File().upload(it.file('b.txt', 'b'))).file.id; const several = await new BaaS.File().delete([again]); return [one, several].every(({ status, statusCode }) => (status ?? statusCode) === 204);`,
  },
  video('genVideoSnapshot', `{ source: id, save_as: 'a.png', point: '00:00:10' }`),
  video('videoConcat', `{ m3u8s: [id], save_as: 'a.m3u8' }`),
  video('videoClip', `{ m3u8: id, save_as: 'a.m3u8', include: [0, 5] }`),
  video('videoMeta', `{ m3u8: id }`),
  video('videoAudioMeta', `{ source: id }`),
  { methods: 'FileCategory#find', body: `return (await new BaaS.FileCategory().find()).data.objects.length > 0;` },
  { methods: 'FileCategory#count', body: `return (await new BaaS.FileCategory().count()) > 0;` },
  {
    methods: 'FileCategory#get',
    body: `return (await new BaaS.FileCategory().get(it.fileCategory)).data.id === it.fileCategory;`,
  },
  {
    methods: 'FileCategory#getFileList',
    body: `${uploaded} const { objects } = (await new BaaS.FileCategory().getFileList(it.fileCategory)).data; return objects.length > 0 && objects.every(file => [file.category].flat()[0].id === it.fileCategory);`,
  },
  {
    methods:
      'FileCategory#setQuery FileCategory#limit FileCategory#offset FileCategory#orderBy FileCategory#select FileCategory#expand',
    body: `const query = new BaaS.Query().compare('id', '=', it.fileCategory); return (await new BaaS.FileCategory().setQuery(query)${page}${plain}.find()).data.objects.length === 1;`,
  },
  { methods: 'getFileDetail', body: `${uploaded} return (await BaaS.getFileDetail({ fileID: id })).data.id === id;` },
  { methods: 'getFileList', body: `${uploaded} return (await BaaS.getFileList({})).data.objects.length > 0;` },
  {
    methods: 'deleteFile',
    body: `${uploaded} const { status, statusCode } = await BaaS.deleteFile({ fileID: id }); return (status ?? statusCode) === 204;`,
  },
  {
    methods: 'deleteFiles',
    body: `${uploaded} const { status, statusCode } = await BaaS.deleteFiles({ id__in: [id] }); return (status ?? statusCode) === 204;`,
  },
  {
    methods: 'getFileCategoryDetail',
    body: `return (await BaaS.getFileCategoryDetail({ categoryID: it.fileCategory })).data.id === it.fileCategory;`,
  },
  { methods: 'getFileCategoryList', body: `return (await BaaS.getFileCategoryList({})).data.objects.length > 0;` },
];

export const paymentCalls: readonly SdkCall[] = [
  {
    methods: 'Order#get',
    body: `${bought} return (await new BaaS.Order().get(number)).data.transaction_no === number;`,
  },
  {
    methods: 'Order#getOrderList',
    body: `${bought} return (await new BaaS.Order().getOrderList({ transaction_no: number })).data.objects.length === 1;`,
  },
  {
    methods: 'Order#setQuery Order#limit Order#offset Order#orderBy Order#select Order#expand',
    body: `${bought} return (await new BaaS.Order().setQuery(new BaaS.Query())${page}${plain}.getOrderList()).data.objects.length === 1;`,
  },
  { methods: 'getOrderList', body: `${bought} return (await BaaS.getOrderList({})).data.objects.length > 0;` },
  pay('payWithWechat', 'weixin_tenpay_native'),
  pay('payWithAlipay', 'alipay_wap'),
  pay('payWithQQ', 'qpay_native'),
  {
    methods: 'payment.payWithWechat',
    body: `${signedIn} const response = await BaaS.payment.payWithWechat({ gatewayType: 'weixin_tenpay_js', totalCost: 0.01, merchandiseDescription: 'Tea' }); return typeof response.trade_no === 'string';`,
    only: 'web',
  },
];

const person = `it.person(it.unique())`;
const withWechat = `const wechat = ${person}; await BaaS.clearSession();`;

/** Calls that only the build for WeChat supports. */
export const wechatCalls: readonly SdkCall[] = [
  {
    methods: 'auth.silentLogin',
    body: `${withWechat} await BaaS.auth.silentLogin(); return (await BaaS.getAuthToken()).length === 32;`,
    only: 'WeChat',
  },
  {
    methods: 'auth.loginWithWechat',
    body: `${withWechat} const user = await BaaS.auth.loginWithWechat(); await BaaS.clearSession(); ${person.replace('it.unique()', 'wechat.name')}; const again = await BaaS.auth.loginWithWechat(); return user.toJSON().id > 0 && again.toJSON().id === user.toJSON().id;`,
    only: 'WeChat',
  },
  { methods: 'login', body: `${withWechat} return (await BaaS.login(false)).id > 0;`, only: 'WeChat' },
  {
    methods: 'logout',
    body: `${withWechat} await BaaS.login(false); const { statusCode } = await BaaS.logout(); return statusCode === 201;`,
    only: 'WeChat',
  },
  {
    methods: 'auth.handleUserInfo',
    body: `${withWechat} await BaaS.auth.silentLogin(); const response = await BaaS.auth.handleUserInfo({ ...wechat.allowed, createUser: true }); return response !== null;`,
    only: 'WeChat',
  },
  {
    methods: 'handleUserInfo',
    body: `${withWechat} await BaaS.auth.silentLogin(); return (await BaaS.handleUserInfo({ ...wechat.allowed, createUser: true })).id > 0;`,
    only: 'WeChat',
  },
  {
    methods: 'auth.updateUserInfo',
    body: `${withWechat} await BaaS.auth.silentLogin(); const user = await BaaS.auth.updateUserInfo({ userInfo: wechat.allowed.detail.userInfo, ...wechat.allowed.detail }, { code: wechat.code(), syncUserProfile: 'overwrite' }); return user.toJSON().id > 0;`,
    only: 'WeChat',
  },
  {
    methods: 'auth.updatePhoneNumber',
    body: `${withWechat} await BaaS.auth.silentLogin(); return (await BaaS.auth.updatePhoneNumber(wechat.allowed)).toJSON().id > 0;`,
    only: 'WeChat',
  },
  {
    methods: 'auth.linkWechat CurrentUser#linkWechat',
    body: `const wechat = ${person}; await BaaS.auth.register({ username: it.unique(), password: 'password' }); const user = await BaaS.auth.getCurrentUser(); await user.linkWechat(); return true;`,
    only: 'WeChat',
  },
  {
    methods: 'pay',
    body: `${signedIn} const response = await BaaS.pay({ totalCost: 0.01, merchandiseDescription: 'Tea' }); return response.transaction_no.length > 0 && response.trade_no.length > 0;`,
    only: 'WeChat',
  },
  {
    methods: 'order',
    body: `${bought} return (await BaaS.order({ transactionID: number })).data.transaction_no === number;`,
    only: 'WeChat',
  },
  {
    methods: 'getWXACode',
    body: `${signedIn} const { image } = await BaaS.getWXACode('wxacode', { path: 'pages/index' }); const kept = await BaaS.getWXACode('wxacodeunlimit', { scene: 'a=1' }, true); return image.length > 100 && kept.download_url.startsWith('http');`,
    only: 'WeChat',
  },
  {
    methods: 'wxDecryptData',
    body: `${withWechat} await BaaS.auth.silentLogin(); const { encryptedData, iv } = wechat.shared; return (await BaaS.wxDecryptData(encryptedData, iv, 'open-gid')).openGId !== undefined;`,
    only: 'WeChat',
  },
  {
    methods: 'wxReportTicket',
    body: `${signedIn} return (await BaaS.wxReportTicket('form')).data.status === 'ok';`,
    only: 'WeChat',
  },
  {
    methods: 'subscribeMessage',
    body: `${signedIn} return (await BaaS.subscribeMessage({ subscription: [{ template_id: 't', subscription_type: 'once' }] })).data.status === 'ok';`,
    only: 'WeChat',
  },
  {
    methods: 'reportTemplateMsgAnalytics',
    body: `${signedIn} BaaS.reportTemplateMsgAnalytics({ scene: 1014, query: { _H_utm_campaign: it.unique() } }); return (await it.asked('/hserve/v2.0/template-message/event-report/')) < 300;`,
    only: 'WeChat',
  },
  {
    methods: 'wxCensorText',
    body: `${signedIn} return (await BaaS.wxCensorText('a friendly text')).data.risky === false;`,
    only: 'WeChat',
  },
  {
    methods: 'wxCensorImage',
    body: `${signedIn} const { filePath } = it.file('a.png', 'picture'); return (await BaaS.wxCensorImage(filePath)).risky === false;`,
    only: 'WeChat',
  },
  {
    methods: 'censorAsync getCensorResult',
    body: `${uploaded} const check = (await BaaS.censorAsync(id)).data; return (await BaaS.getCensorResult(check.id)).data.id === check.id;`,
    only: 'WeChat',
  },
  {
    methods: 'wxGetUserRiskRank',
    body: `${withWechat} await BaaS.auth.silentLogin(); return (await BaaS.wxGetUserRiskRank({ scene: 0 })).data.risk_rank >= 0;`,
    only: 'WeChat',
  },
  {
    methods: 'wxCreateActivityID',
    body: `${withWechat} await BaaS.auth.silentLogin(); return (await BaaS.wxCreateActivityID()).data.activity_id.length > 0;`,
    only: 'WeChat',
  },
];

const thirdParty = `{ mode: 'popup-iframe', createUser: true }`;

/** Calls that only the build for browsers supports. */
export const webCalls: readonly SdkCall[] = [
  {
    methods: 'auth.loginWithThirdParty auth.thirdPartyAuth',
    body: `await BaaS.clearSession(); const user = await BaaS.auth.loginWithThirdParty('oauth-weibo', it.authPage, ${thirdParty}); return user.toJSON().id > 0;`,
    only: 'web',
  },
  {
    methods: 'CurrentUser#linkThirdParty',
    body: `await BaaS.auth.register({ username: it.unique(), password: 'password' }); const user = await BaaS.auth.getCurrentUser(); const { status } = await user.linkThirdParty('oauth-wechat-web', it.authPage, { mode: 'popup-iframe' }); return status === 'success';`,
    only: 'web',
  },
  {
    methods: 'auth.getRedirectResult',
    body: `history.replaceState(null, '', '?auth-result=' + encodeURIComponent(JSON.stringify({ status: 'success', action: 'associate' }))); return (await BaaS.auth.getRedirectResult()).status === 'success';`,
    only: 'web',
  },
  {
    methods: 'getWechatJSSDKCredentials',
    body: `return (await BaaS.getWechatJSSDKCredentials('https://example.com/')).signature.length > 0;`,
    only: 'web',
  },
];
