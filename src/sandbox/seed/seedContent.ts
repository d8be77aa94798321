/**
 * A category of the content library, with up to three levels. `children` are in the service's order. Times in Unix seconds.
 */
interface SeedCategory {
  id: number;
  name: string;
  parent: SeedCategory | undefined;
  children: SeedCategory[];
  createdAt: number;
}

interface SeedContent {
  id: number;
  title: string;
  description: string;
  cover: string | null;
  categories: SeedCategory[];
  /** HTML. */
  content: string;
  createdAt: number;
}

export interface SeedContentGroup {
  id: number;
  name: string;
  /** Top level only. */
  categories: SeedCategory[];
  contents: SeedContent[];
  createdAt: number;
}

/** The name of a category to create, or its name with its children. */
type CategorySeed = string | readonly [name: string, children: readonly CategorySeed[]];
type Stage = 'production' | 'staging';

// Identifiers of the service's content library are integers of up to 16 digits: large enough to break a 32-bit client.
const firstId = 1_680_000_000_000_000;
const idsPerApplication = 1_000_000_000_000;
const idsPerStage = 100_000_000_000;
/** 2026-01-01T00:00:00Z in Unix seconds: the creation time of the seed. */
export const seededAt = 1_767_225_600;

const shopProducts: readonly CategorySeed[] = [
  [
    '服装 Clothing',
    [['男装 Menswear', ['衬衫 Shirts', '外套 Jackets']], ['女装 Womenswear', ['连衣裙 Dresses']], '童装 Kids'],
  ],
  ['数码 Electronics', [['手机 Phones', ['手机壳 Cases', '充电器 Chargers']], '电脑 Computers']],
  ['食品 Food', ['茶 Tea', '咖啡 Coffee']],
  '图书 Books',
  '礼品卡 Gift cards',
];
const shopStaging: readonly CategorySeed[] = [
  ['测试服装 Test clothing', [['测试男装 Test menswear', ['测试衬衫 Test shirts']]]],
  '测试图书 Test books',
];
const blogColumns: readonly CategorySeed[] = [
  ['技术 Engineering', [['前端 Frontend', ['小程序 Mini programs', 'TypeScript']], '后端 Backend']],
  ['生活 Life', ['旅行 Travel', '摄影 Photography']],
  '公告 Announcements',
];
const blogStaging: readonly CategorySeed[] = [['草稿 Drafts', ['未校对 Unreviewed']]];

/**
 * Creates the content of the shop: nested products, help pages, one group of `categories` top-level categories, and an
 * empty group.
 */
export function shopContent(stage: Stage, categories: number): SeedContentGroup[] {
  const live = stage === 'production';
  const make = groupMaker(0, stage);
  const count = live ? categories : Math.ceil(categories / 100);
  const bigName = live ? '货架 Shelf' : '测试货架 Test shelf';
  return [
    make('商品 Products', live ? shopProducts : shopStaging, 2),
    make('帮助中心 Help centre', live ? ['配送 Delivery', '退款 Refunds'] : ['测试帮助 Test help'], 3),
    make(
      '大目录 Catalogue',
      Array.from({ length: count }, (_, index) => `${bigName} ${index + 1}`),
      0,
    ),
    make('空分组 Empty group', [], 0),
  ];
}

/** Creates the content of the blog: nested columns and an empty group. */
export function blogContent(stage: Stage): SeedContentGroup[] {
  const make = groupMaker(1, stage);
  return [
    make('专栏 Columns', stage === 'production' ? blogColumns : blogStaging, 4),
    make('空分组 Empty group', [], 0),
  ];
}

/**
 * Returns a function that creates groups. A group has the same identifier in every environment, because the settings of
 * an application name each group only once. Categories and contents have other identifiers in each environment.
 */
function groupMaker(application: number, stage: Stage) {
  let groups = firstId + application * idsPerApplication;
  let ids = groups + (stage === 'production' ? 1 : 2) * idsPerStage;
  const makeCategories = (plans: readonly CategorySeed[], parent: SeedCategory | undefined): SeedCategory[] =>
    plans.map(plan => {
      const [name, children] = typeof plan === 'string' ? [plan, []] : plan;
      const id = ++ids;
      const category: SeedCategory = { id, name, parent, children: [], createdAt: seededAt + (id % 1_000_000) };
      category.children = makeCategories(children, category);
      return category;
    });

  /** @param perCategory the number of contents in each category without children */
  return (name: string, plans: readonly CategorySeed[], perCategory: number): SeedContentGroup => {
    const group: SeedContentGroup = { id: ++groups, name, categories: [], contents: [], createdAt: seededAt };
    group.categories = makeCategories(plans, undefined);
    const leaves = allCategories(group).filter(category => category.children.length === 0);
    group.contents = leaves.flatMap(category =>
      Array.from({ length: perCategory }, (_, index) => makeContent(++ids, category, index + 1)),
    );
    return group;
  };
}

function makeContent(id: number, category: SeedCategory, number: number): SeedContent {
  const title = `${category.name} · ${number}`;
  return {
    id,
    title,
    description: `关于“${category.name}”的第 ${number} 篇 (sandbox)`,
    cover: number === 1 ? 'https://cdn.example.com/sandbox/cover.png' : null,
    categories: category.parent ? [category, category.parent] : [category],
    content: `<h1>${title}</h1><p>沙盒内容 &amp; sandbox content, <strong>item ${number}</strong>.</p>`,
    createdAt: category.createdAt + number * 60,
  };
}

/** Returns every category of a group, parents before children. */
export function allCategories(group: SeedContentGroup): SeedCategory[] {
  const walk = (category: SeedCategory): SeedCategory[] => [category, ...category.children.flatMap(walk)];
  return group.categories.flatMap(walk);
}
