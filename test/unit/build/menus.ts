import { rowValues } from './commandWords';
import { contributes, holds, type Keys, type MenuEntry } from './manifest';

/** A visible menu: its icons, its entries, and its submenus. */
export interface ShownMenu {
  name: string;
  icons: MenuEntry[];
  entries: MenuEntry[];
}

/** Context keys that can change independently of the view. */
const changing: Keys = {
  'hydrogen.sandbox.running': true,
  'hydrogen.settings.wrong': true,
  'hydrogen.guard.unlocked': true,
  workspaceFolderCount: 1,
};

const page = '/Shop/tables/x.json?{%22kind%22%3A%22page%22';
const documents: Record<string, Keys> = {
  'JSON document': { resourceScheme: 'hydrogen', resource: 'x' },
  'JSON document of a content': { resourceScheme: 'hydrogen', resource: 'x', 'hydrogen.contentDocuments': true },
  'list of records': { resourceScheme: 'hydrogen', resource: page },
  'list of records, filtered, second page': {
    resourceScheme: 'hydrogen',
    resource: `${page}%22where%22%3A %22offset%22%3A`,
  },
  'one record': { resourceScheme: 'hydrogen', resource: page.replace('page', 'record') },
  'request document': { resourceLangId: 'hydrogen-http', editorLangId: 'hydrogen-http', resourceExtname: '.http' },
  '.http file of another tool': { resourceLangId: 'http', editorLangId: 'http', resourceExtname: '.http' },
  response: {
    ...{ resourceScheme: 'hydrogen-response', resource: 'x' },
    ...{ 'hydrogen.responsesWithBody': true, 'hydrogen.responsesWithCredentials': true },
  },
  preview: { activeWebviewPanelId: 'hydrogen.contentPreview', 'hydrogen.preview.imagesHidden': true },
};

/** Returns each level of a menu in one state. Like VS Code, hides a submenu without entries. */
function levelsOf(menu: string, name: string, keys: Keys, iconGroup: RegExp): ShownMenu[] {
  const all = (contributes.menus[menu] ?? []).filter(({ when }) => holds(when, keys));
  const below = new Map(
    all.flatMap(({ submenu }) =>
      submenu === undefined ? [] : [[submenu, levelsOf(submenu, `${name} › ${submenu}`, keys, /^$/)] as const],
    ),
  );
  const shown = all
    .filter(({ submenu }) => submenu === undefined || (below.get(submenu)?.[0]?.entries.length ?? 0) > 0)
    .toSorted((one, other) => compare(one.group ?? '', other.group ?? ''));
  const isIcon = ({ group = '' }: MenuEntry) => iconGroup.test(group);
  const own = { name, icons: shown.filter(isIcon), entries: shown.filter(entry => !isIcon(entry)) };
  return [own, ...[...below.values()].flat().filter(({ entries }) => entries.length > 0)];
}

/** Compares groups in VS Code's order: `navigation` first, then by name, then by the number after the @. */
function compare(one: string, other: string): number {
  const [[nameOne = '', atOne = '0'], [nameOther = '', atOther = '0']] = [one.split('@'), other.split('@')];
  if (nameOne === nameOther) return Number(atOne) - Number(atOther);
  if (nameOne === 'navigation' || nameOther === 'navigation') return nameOne === 'navigation' ? -1 : 1;
  return nameOne < nameOther ? -1 : 1;
}

/** Returns all combinations in which each key is set or not. */
function states(keys: Keys): Keys[] {
  return Object.entries(keys).reduce<Keys[]>(
    (all, [key, value]) => all.flatMap(state => [state, { ...state, [key]: value }]),
    [{}],
  );
}

/** Returns the menu of a row, with one or several rows selected. */
export function rowMenu(viewItem: string, several: boolean): ShownMenu[] {
  const view = viewItem === 'historyEntry' ? 'hydrogen.history' : 'hydrogen.applications';
  const name = `row ${viewItem}${several ? ', several selected' : ''}`;
  return levelsOf(
    'view/item/context',
    name,
    { view, viewItem, listMultiSelection: several, listDoubleSelection: several },
    /^inline/,
  );
}

/** Returns every level of every menu, in all states. */
export function everyMenu(): ShownMenu[] {
  const views = Object.values(contributes.views).flat();
  return [
    ...rowValues.flatMap(value => [...rowMenu(value, false), ...rowMenu(value, true)]),
    ...views.flatMap(({ id }) =>
      states(changing).flatMap(state => levelsOf('view/title', `title ${id}`, { ...state, view: id }, /^navigation/)),
    ),
    ...Object.entries(documents).flatMap(([name, keys]) => [
      ...levelsOf('editor/title', `title of ${name}`, keys, /^navigation/),
      ...levelsOf('editor/context', `menu in ${name}`, keys, /^$/),
    ]),
  ];
}
