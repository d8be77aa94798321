import type { Build } from './sdkBuilds';

/**
 * A call of the SDK: the body of an async function that can use `BaaS` and `it` (sdkSession.ts) and returns whether the
 * response was right.
 */
export interface SdkCall {
  /**
   * Methods that the call tests, separated by spaces, with a hash after the class, e.g. `TableObject#find`. The call
   * runs only in builds that have the first one.
   */
  methods: string;
  body: string;
  /** The only build in which the method works. Others may have its name. */
  only?: Build;
}

const call = (methods: string, body: string, only?: Build): SdkCall => ({
  methods,
  body,
  ...(only === undefined ? {} : { only }),
});

/** Start of a body that needs a logged-in user. */
export const signedIn = `if (!(await BaaS.getAuthToken())) await BaaS.auth.register({ username: it.unique(), password: 'password' });`;
const me = `${signedIn} const user = await BaaS.auth.getCurrentUser();`;
const made = `const made = (await products.create().set({ sku: it.unique(), price: 1, stock: 1, tags: ['a', 'b'] }).save()).data;`;
const products = `${signedIn} const products = new BaaS.TableObject('product');`;
const record = `${products} ${made} const record = products.getWithoutData(made.id);`;
const changed = (change: string, holds: string): string =>
  `${record} ${change}; const after = (await record.update()).data; return ${holds};`;

export const userCalls: readonly SdkCall[] = [
  call('auth.register', `return (await BaaS.auth.register({ username: it.unique(), password: 'password' })).id > 0;`),
  call(
    'auth.login',
    `await BaaS.auth.login({ username: 'customer', password: 'customer-password' }); return (await BaaS.auth.getCurrentUser()).toJSON()._username === 'customer';`,
  ),
  call(
    'auth.logout',
    `${signedIn} const { status, statusCode } = await BaaS.auth.logout(); return (status ?? statusCode) === 201;`,
  ),
  call(
    'auth.anonymousLogin',
    `await BaaS.auth.anonymousLogin(); const token = await BaaS.getAuthToken(); await BaaS.auth.logout(); return token.length === 32;`,
  ),
  call(
    'auth.requestPasswordReset',
    `const { data } = await BaaS.auth.requestPasswordReset({ email: 'customer@example.com' }); return data.status === 'ok';`,
  ),
  call('auth.getCurrentUser CurrentUser#get CurrentUser#toJSON', `${me} return user.get('id') === user.toJSON().id;`),
  call(
    'auth.loginWithSmsVerificationCode',
    `await BaaS.sendSmsCode({ phone: '13800138000' }); const user = await BaaS.auth.loginWithSmsVerificationCode('13800138000', await it.smsCode()); return user.toJSON().id > 0;`,
  ),
  call(
    'getAuthToken clearSession',
    `${signedIn} const token = await BaaS.getAuthToken(); await BaaS.clearSession(); return token.length === 32 && !(await BaaS.getAuthToken());`,
  ),
  call(
    'checkVersion',
    `return new Promise((resolve, reject) => BaaS.checkVersion({ platform: 'web', onSuccess: response => resolve((response.status ?? response.statusCode) === 200), onError: reject }));`,
  ),
  call(
    'request',
    `const response = await BaaS.request({ url: '/hserve/v2.2/server/time/' }); return (response.status ?? response.statusCode) === 200;`,
  ),
  call(
    'CurrentUser#setUsername',
    `const name = it.unique(); await BaaS.auth.register({ username: name, password: 'password' }); const user = await BaaS.auth.getCurrentUser(); await user.setUsername(name + 'x'); return user.toJSON().username === name + 'x';`,
  ),
  call(
    'CurrentUser#setEmail CurrentUser#requestEmailVerification',
    `${me} await user.setEmail(it.unique() + '@example.com'); await user.requestEmailVerification(); return true;`,
  ),
  call(
    'CurrentUser#setAccount',
    `await BaaS.auth.register({ username: it.unique(), password: 'password' }); const user = await BaaS.auth.getCurrentUser(); const name = it.unique(); await user.setAccount({ username: name }); return user.toJSON().username === name;`,
  ),
  call(
    'CurrentUser#updatePassword',
    `await BaaS.auth.register({ username: it.unique(), password: 'password' }); const user = await BaaS.auth.getCurrentUser(); await user.updatePassword({ password: 'password', newPassword: 'another-one' }); return true;`,
  ),
  call(
    'CurrentUser#setMobilePhone',
    `${me} const phone = it.phone(); await user.setMobilePhone(phone); return user.toJSON().phone === phone;`,
  ),
  call(
    'CurrentUser#verifyMobilePhone',
    `${me} const phone = it.phone(); await user.setMobilePhone(phone); await BaaS.sendSmsCode({ phone }); await user.verifyMobilePhone(await it.smsCode()); return true;`,
  ),
  call(
    'CurrentUser#set CurrentUser#update',
    `${me} return (await user.set('level', 'gold').update()).data.level === 'gold';`,
  ),
  call('User#get', `${me} return (await new BaaS.User().get(user.toJSON().id)).data.id === user.toJSON().id;`),
  call('User#find', `${signedIn} return (await new BaaS.User().find()).data.objects.length > 1;`),
  call('User#count', `${signedIn} return (await new BaaS.User().count()) > 1;`),
  call(
    'User#setQuery User#orderBy User#limit User#offset User#select',
    `${me} const query = new BaaS.Query().compare('id', '=', user.toJSON().id); const { objects } = (await new BaaS.User().setQuery(query).orderBy('-created_at').limit(5).offset(0).select(['id', 'nickname']).find()).data; return objects.length === 1 && objects[0].created_at === undefined;`,
  ),
  call(
    'User#expand',
    `${me} const { objects } = (await new BaaS.User().expand('created_by').limit(1).find()).data; return typeof objects[0].created_by === 'object';`,
  ),
  call(
    'User#getWithoutData User#getCurrentUserWithoutData',
    `${me} return new BaaS.User().getWithoutData(user.toJSON().id) !== undefined && (await new BaaS.User().getCurrentUserWithoutData().set('level', 'iron').update()).data.level === 'iron';`,
  ),
  call(
    'getUserInfo',
    `${me} return (await BaaS.getUserInfo({ userID: user.toJSON().id })).data.id === user.toJSON().id;`,
  ),
  call(
    'getUserDetail',
    `${me} return (await BaaS.getUserDetail({ userID: user.toJSON().id })).data.id === user.toJSON().id;`,
  ),
  call('getUserList', `${signedIn} return (await BaaS.getUserList({ limit: 1 })).data.objects.length === 1;`),
  call('updateUser', `${signedIn} return (await BaaS.updateUser({ data: { level: 'tin' } })).data.level === 'tin';`),
  call('sendSmsCode', `return (await BaaS.sendSmsCode({ phone: it.phone() })).data.status === 'ok';`),
  call(
    'verifySmsCode',
    `const phone = it.phone(); await BaaS.sendSmsCode({ phone }); return (await BaaS.verifySmsCode({ phone, code: await it.smsCode() })).data.status === 'ok';`,
  ),
  call('getServerDate', `return (await BaaS.getServerDate()).data.time.endsWith('+08:00');`),
  call('storage.set storage.get', `BaaS.storage.set('kept', 1); return BaaS.storage.get('kept') === 1;`),
  call(
    'storageAsync.set storageAsync.get',
    `await BaaS.storageAsync.set('kept', 1); return (await BaaS.storageAsync.get('kept')) === 1;`,
  ),
];

export const dataCalls: readonly SdkCall[] = [
  call(
    'TableObject#create TableRecord#set TableRecord#save',
    `${products} ${made} return made.price === 1 && made.id.length === 24;`,
  ),
  call(
    'TableObject#createMany',
    `${products} const { data } = await products.createMany([{ sku: it.unique() }, { sku: it.unique() }]); return data.succeed === 2;`,
  ),
  call('TableObject#get', `${products} ${made} return (await products.get(made.id)).data.sku === made.sku;`),
  call('TableObject#find', `${products} return (await products.find()).data.objects.length === 20;`),
  call('TableObject#count', `${products} return (await products.count()) >= 60;`),
  call(
    'TableObject#delete',
    `${products} ${made} const one = await products.delete(made.id); const sku = it.unique(); await products.createMany([{ sku }]); const { data } = await products.delete(new BaaS.Query().compare('sku', '=', sku)); return (one.status ?? one.statusCode) === 204 && data.succeed === 1;`,
  ),
  call(
    'TableObject#getWithoutData TableRecord#update',
    `${products} const sku = it.unique(); await products.createMany([{ sku }]); const { data } = await products.getWithoutData(new BaaS.Query().compare('sku', '=', sku)).set('price', 8).update(); return data.succeed === 1;`,
  ),
  call(
    'TableObject#setQuery TableObject#orderBy TableObject#limit TableObject#offset TableObject#select',
    `${products} const { objects } = (await products.setQuery(new BaaS.Query().compare('price', '>', 0)).orderBy(['-price', 'sku']).limit(3).offset(1).select(['id', 'price']).find()).data; return objects.length === 3 && objects[0].price >= objects[2].price && objects[0].sku === undefined;`,
  ),
  call(
    'TableObject#expand',
    `${signedIn} const { objects } = (await new BaaS.TableObject('review').expand(['product']).limit(1).find()).data; return objects[0].product.sku.startsWith('SKU-');`,
  ),
  call('TableRecord#unset', changed(`record.unset('price')`, `after.price === undefined || after.price === null`)),
  call(
    'TableRecord#incrementBy',
    changed(
      `record.incrementBy('stock', 2); record.incrementBy('details.amount', 2)`,
      `after.stock === 3 && after.details.amount === 2`,
    ),
  ),
  call('TableRecord#append', changed(`record.append('tags', ['c'])`, `after.tags.join() === 'a,b,c'`)),
  call('TableRecord#uAppend', changed(`record.uAppend('tags', ['b', 'c'])`, `after.tags.join() === 'a,b,c'`)),
  call('TableRecord#remove', changed(`record.remove('tags', ['a'])`, `after.tags.join() === 'b'`)),
  call('TableRecord#patchObject', changed(`record.patchObject('details', { size: 4 })`, `after.details.size === 4`)),
  call('TableRecord#pop', changed(`record.pop('tags')`, `after.tags.join() === 'a'`)),
  call('TableRecord#shift', changed(`record.shift('tags')`, `after.tags.join() === 'b'`)),
  call(
    'getAsyncJobResult',
    `${products} const rows = sku => Array.from({ length: 600 }, () => ({ sku: it.unique(), note: sku })); const note = it.unique(); await products.createMany(rows(note)); await products.createMany(rows(note)); const { data } = await products.getWithoutData(new BaaS.Query().compare('note', '=', note)).set('price', 8).update({ enableTrigger: false }); const job = (await BaaS.getAsyncJobResult(data.operation_id)).data; await products.delete(new BaaS.Query().compare('note', '=', note), { enableTrigger: false }); return job.operation === 'update';`,
  ),
  call('getTableList', `return (await BaaS.getTableList({})).data.objects.length > 1;`),
  call(
    'getTable',
    `const { id } = (await BaaS.getTableList({})).data.objects[0]; return (await BaaS.getTable({ tableID: id })).data.id === id;`,
  ),
  call(
    'getRecordList',
    `${signedIn} return (await BaaS.getRecordList({ tableID: 'product', limit: 2 })).data.objects.length === 2;`,
  ),
  call(
    'queryRecordList',
    `${signedIn} return (await BaaS.queryRecordList({ tableID: 'product', limit: 2 })).data.objects.length === 2;`,
  ),
  call(
    'getRecord',
    `${products} ${made} return (await BaaS.getRecord({ tableID: 'product', recordID: made.id })).data.id === made.id;`,
  ),
  call(
    'createRecord',
    `${signedIn} return (await BaaS.createRecord({ tableID: 'product', data: { sku: it.unique() }, expand: '' })).data.id.length === 24;`,
  ),
  call(
    'createRecordList',
    `${signedIn} return (await BaaS.createRecordList({ tableID: 'product', data: [{ sku: it.unique() }], enable_trigger: 1 })).data.succeed === 1;`,
  ),
  call(
    'updateRecord',
    `${products} ${made} return (await BaaS.updateRecord({ tableID: 'product', recordID: made.id, data: { price: 3 }, enable_trigger: 1, expand: '' })).data.price === 3;`,
  ),
  call(
    'updateRecordList',
    `${products} const sku = it.unique(); await products.createMany([{ sku }]); return (await BaaS.updateRecordList({ tableID: 'product', where: JSON.stringify({ sku: { $eq: sku } }), limit: 20, offset: 0, enable_trigger: 1, data: { price: 3 } })).data.succeed === 1;`,
  ),
  call(
    'deleteRecord',
    `${products} ${made} const { status, statusCode } = await BaaS.deleteRecord({ tableID: 'product', recordID: made.id }); return (status ?? statusCode) === 204;`,
  ),
  call(
    'deleteRecordList',
    `${products} const sku = it.unique(); await products.createMany([{ sku }]); return (await BaaS.deleteRecordList({ tableID: 'product', where: JSON.stringify({ sku: { $eq: sku } }), limit: 20, offset: 0, enable_trigger: 1 })).data.succeed === 1;`,
  ),
  call(
    'invoke invokeFunction',
    `const responses = [await BaaS.invoke('hello', { name: 'SDK' }), await BaaS.invokeFunction('hello', { name: 'SDK' })]; return responses.every(({ data }) => data.hello === 'SDK');`,
  ),
];

const found = (query: string, holds: string, table = 'product'): string =>
  `${signedIn} const { objects } = (await new BaaS.TableObject('${table}').setQuery(new BaaS.Query()${query}).limit(1000).find()).data;
  return objects.length > 0 && objects.every(row => ${holds});`;
const inGuangzhou = `row.name.includes('Guangzhou')`;
const point = `new BaaS.GeoPoint(113.2644, 23.1291)`;
const ring = `[[113, 22.9], [113.5, 22.9], [113.5, 23.4], [113, 23.4], [113, 22.9]]`;

export const queryCalls: readonly SdkCall[] = [
  call('Query#compare', found(`.compare('stock', '<', 10)`, `row.stock < 10`)),
  call('Query#contains', found(`.contains('name', 'Tea')`, `row.name.includes('Tea')`)),
  call('Query#matches', found(`.matches('name', /tea/i)`, `row.name.includes('Tea')`)),
  call('Query#in', found(`.in('stock', [0, 7])`, `[0, 7].includes(row.stock)`)),
  call('Query#notIn', found(`.notIn('stock', [0, 7])`, `![0, 7].includes(row.stock)`)),
  call(
    'Query#arrayContains',
    found(`.arrayContains('tags', ['red', 'green'])`, `['red', 'green'].every(tag => row.tags.includes(tag))`),
  ),
  call('Query#isNull', found(`.isNull('note')`, `row.note === undefined || row.note === null`)),
  call('Query#isNotNull', found(`.isNotNull('note')`, `row.note !== undefined && row.note !== null`)),
  call('Query#exists', found(`.exists('note')`, `'note' in row`)),
  call('Query#notExists', found(`.notExists('note')`, `!('note' in row)`)),
  call('Query#hasKey', found(`.hasKey('details', 'size')`, `'size' in row.details`)),
  call('Query#include', found(`.include('area', new BaaS.GeoPoint(112.3, 22.3))`, inGuangzhou, 'store')),
  call(
    'Query#within GeoPolygon#toGeoJSON',
    found(`.within('location', new BaaS.GeoPolygon(${ring}))`, inGuangzhou, 'store'),
  ),
  call('Query#withinCircle GeoPoint#toGeoJSON', found(`.withinCircle('location', ${point}, 30)`, inGuangzhou, 'store')),
  call('Query#withinRegion', found(`.withinRegion('location', ${point}, 30000, 0)`, inGuangzhou, 'store')),
  call(
    'Query.and Query.or',
    `${signedIn} const cheap = new BaaS.Query().compare('price', '<', 60), tea = new BaaS.Query().contains('name', 'Tea'); const { objects } = (await new BaaS.TableObject('product').setQuery(BaaS.Query.or(BaaS.Query.and(cheap, tea), tea)).find()).data; return objects.length > 0;`,
  ),
];
