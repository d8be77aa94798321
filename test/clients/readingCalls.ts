const found = (table: string, query: string) =>
  `new BaaS.TableObject('${table}').setQuery(new BaaS.Query()${query}).limit(1000).find({ withCount: true })`;
const point = 'new BaaS.GeoPoint(113.2644, 23.1291)';
const ring = '[[113, 22.9], [113.5, 22.9], [113.5, 23.4], [113, 23.4], [113, 22.9]]';
const firstOf = (list: string, use: string) =>
  `${list}.then(({ data }) => { const one = data.objects[0]; return ${use}; })`;

/**
 * Expressions that read with the SDK. They can use `BaaS`, and `help` for the ID of a content group. Each returns
 * something.
 */
export const sdkReads: readonly string[] = [
  ...['product', 'store', 'review', 'contact'].flatMap(table => [
    `new BaaS.TableObject('${table}').limit(1000).find({ withCount: true })`,
    `new BaaS.TableObject('${table}').count()`,
    `new BaaS.TableObject('${table}').orderBy('-created_at').limit(2).offset(1).find()`,
    firstOf(`new BaaS.TableObject('${table}').find()`, `new BaaS.TableObject('${table}').get(one.id)`),
    `BaaS.getRecordList({ tableID: '${table}', limit: 2 })`,
  ]),
  ...[
    ...[`.compare('stock', '=', 7)`, `.compare('price', '<', 100)`, `.compare('stock', '>=', 42)`],
    ...[`.contains('name', 'Tea')`, `.matches('name', /tea/i)`, `.in('stock', [0, 7])`, `.notIn('stock', [0, 7])`],
    ...[`.arrayContains('tags', ['red', 'green'])`, `.isNull('note')`, `.isNotNull('note')`, `.exists('cover')`],
    ...[`.notExists('note')`, `.hasKey('details', 'size')`, `.compare('released_at', '<', '2025-12-01T00:00:00Z')`],
  ].map(query => found('product', query)),
  ...[
    ...[`.include('area', new BaaS.GeoPoint(112.3, 22.3))`, `.within('location', new BaaS.GeoPolygon(${ring}))`],
    ...[`.withinCircle('location', ${point}, 30)`, `.withinRegion('location', ${point}, 30000, 0)`],
  ].map(query => found('store', query)),
  found('contact', `.compare('city', '=', '广州')`),
  `new BaaS.TableObject('product').orderBy(['-price', 'sku']).select(['id', 'price']).limit(5).offset(2).find()`,
  `new BaaS.TableObject('review').expand(['product']).limit(5).find()`,
  ...[`BaaS.getTableList({})`, firstOf('BaaS.getTableList({})', 'BaaS.getTable({ tableID: one.id })')],
  ...[`BaaS.ContentGroup.find()`, `BaaS.getContentGroupList({})`],
  ...[
    ...['find()', 'count()', 'getCategoryList()', `orderBy('-created_at').select(['id', 'title']).limit(2).find()`],
    `find().then(({ data }) => new BaaS.ContentGroup(help).getContent(data.objects[0].id))`,
    `getCategoryList().then(({ data }) => new BaaS.ContentGroup(help).getCategory(data.objects[0].id))`,
  ].map(call => `new BaaS.ContentGroup(help).${call}`),
  ...[`BaaS.getContentList({ contentGroupID: help })`, `BaaS.getContentCategoryList({ contentGroupID: help })`],
  ...[`new BaaS.File().find()`, `new BaaS.File().count()`],
  firstOf('new BaaS.File().find()', 'new BaaS.File().get(one.id)'),
  ...[`BaaS.invoke('hello', { name: 'SDK' })`, `BaaS.invoke('reader', { limit: 3 })`],
];

/** Calls of the command line tool that change nothing. */
export const toolReads: readonly (readonly string[])[] = [
  ...[['list'], ['list', '--json']],
  ...[
    ['invoke', 'hello', '--json'],
    ['invoke', 'hello', '{"name": "tool"}', '--json'],
  ],
  ...[
    ['invoke', 'reader', '--json'],
    ['invoke', 'reader', '{"limit": 4}', '--json'],
    ['invoke', 'none', '--json'],
  ],
  ...[
    ['pull', 'hello', 'pulled'],
    ['pull', 'reader', 'pulled'],
    ['delete', 'none'],
  ],
];
