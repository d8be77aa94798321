import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { conditions, offered, rows, rowValues, unseen } from './commandWords';
import { chinese, contributes, english, textOf, type MenuEntry } from './manifest';

export const commands = contributes.commands.map(({ command, title }) => {
  const key = title.replaceAll('%', '');
  return { id: command, english: english[key] ?? '', chinese: chinese[key] ?? '' };
});

const views = Object.fromEntries(
  Object.values(contributes.views)
    .flat()
    .map(({ id, name }) => [id, textOf(name)]),
);

/** Whether a menu contains a command, directly or in a submenu. */
export function isIn(menu: string, id: string): boolean {
  const entries = contributes.menus[menu] ?? [];
  return entries.some(({ command, submenu }) => command === id || (submenu !== undefined && isIn(submenu, id)));
}

/** Returns descriptions of all places where a command appears. */
export function placesOf(id: string): string[] {
  const { menus, keybindings, viewsWelcome, walkthroughs } = contributes;
  const places = Object.entries(menus).flatMap(([menu, entries]) =>
    entries.filter(({ command }) => command === id).flatMap(entry => menuPlace(menu, entry)),
  );
  for (const { command, key, when } of keybindings) {
    if (command === id) places.push(`${key.replace(/\b\w/g, letter => letter.toUpperCase())} in ${wordsOf(when)}`);
  }
  // A link may pass an argument to the command after `?`.
  const links = (text: string) => [')', '?'].some(end => text.includes(`(command:${id}${end}`));
  for (const { view, contents } of viewsWelcome) {
    if (links(textOf(contents))) places.push(`welcome of ${views[view]}`);
  }
  const steps = walkthroughs.flatMap(walkthrough => walkthrough.steps);
  if (steps.some(({ description }) => links(textOf(description)))) places.push('walkthrough');
  places.push(...offersOf(id));
  if (!menus['commandPalette']?.some(({ command }) => command === id)) places.push('palette');
  return [...new Set(places.map(place => together(place, places)))];
}

/** Returns descriptions of the places in the source that offer a command. */
function offersOf(id: string): string[] {
  return (mentions.get(id) ?? []).flatMap(file => {
    const words = offered[file];
    const offer = typeof words === 'object' ? words[id] : words;
    return offer === undefined ? [] : [offer];
  });
}

/** Merges two places if a row has the command both as an icon and in its menu. */
function together(place: string, places: readonly string[]): string {
  const [, kind = '', of = ''] = /^(icon|menu) of (.*)$/.exec(place) ?? [];
  const other = `${kind === 'icon' ? 'menu' : 'icon'} of ${of}`;
  return kind !== '' && places.includes(other) ? `icon and menu of ${of}` : place;
}

function menuPlace(menu: string, { when = '', group = '' }: MenuEntry): string[] {
  const icon = /^(inline|navigation)/.test(group);
  switch (menu) {
    case 'commandPalette':
      return when === 'false' ? [] : [`palette, ${wordsOf(when).replace(/^an? |^the /, 'in $&')}`];
    case 'view/title': {
      const [view, rest] = viewOf(when);
      const place = icon ? `icon of ${view}` : `menu “…” of ${view}`;
      return [rest === '' ? place : `${place}, ${wordsOf(rest)}`];
    }
    case 'view/item/context': {
      // The text above the list explains that entries are for one row, so the condition is omitted here.
      const { things, rest } = rowsOf(viewOf(when)[1].replace(' && !listMultiSelection', ''));
      const place = `${group.startsWith('inline') ? 'icon' : 'menu'} of ${things.join(', ')}`;
      return [rest === '' ? place : `${place}, ${wordsOf(rest)}`];
    }
    case 'editor/title':
      return [`${icon ? 'icon' : 'menu “…”'} of ${wordsOf(when)}`];
    case 'editor/context':
      return [`menu of ${wordsOf(when)}`];
    case 'testing/message/context':
    case 'testing/message/content':
      return ['message of a test whose snapshot is outdated'];
    case 'file/newFile':
      return ['File › New File…'];
    default:
      return submenuPlace(menu, when);
  }
}

/** Returns the places of a submenu's entry in the parent menus. */
function submenuPlace(id: string, when: string): string[] {
  const label = contributes.submenus?.find(submenu => submenu.id === id)?.label;
  if (label === undefined) throw new Error(`There are no words for the menu ${id}.`);
  const own = when.replace(/^view == \S+( && )?/, '');
  return Object.entries(contributes.menus).flatMap(([menu, entries]) =>
    entries
      .filter(({ submenu }) => submenu === id)
      .flatMap(opener => {
        const both = [opener.when, own].filter(clauses => clauses !== undefined && clauses !== '').join(' && ');
        return menuPlace(menu, { ...opener, when: both });
      })
      .map(place => place.replace(/^menu( “…”)?/, `menu “${textOf(label)}”`)),
  );
}

function viewOf(when: string): [view: string, rest: string] {
  const [, id = '', rest = ''] = /^view == (\S+)(?: && (.*))?$/.exec(when) ?? [];
  const view = views[id];
  if (view === undefined) throw new Error(`There are no words for the view of ${when}.`);
  return [view, rest];
}

/** Describes the rows that match a condition, in as few words as possible. */
function rowsOf(when: string): { things: string[]; rest: string } {
  const clauses = when.split(' && ');
  const tests = clauses.map(clause => rowTest(clause));
  const left = new Set(rowValues.filter(value => tests.every(test => test === undefined || test(value))));
  const things: string[] = [];
  for (const [values, words] of rows) {
    if (!values.every(value => left.has(value))) continue;
    things.push(words);
    for (const value of values) left.delete(value);
  }
  if (things.length === 0 || left.size > 0) throw new Error(`There are no words for ${[...left].join()} in ${when}.`);
  return { things, rest: clauses.filter((_, index) => tests[index] === undefined).join(' && ') };
}

function rowTest(clause: string): ((value: string) => boolean) | undefined {
  const negated = clause.startsWith('!(');
  const [, operator, operand = ''] = /^viewItem (==|!=|=~) (.*)$/.exec(negated ? clause.slice(2, -1) : clause) ?? [];
  if (operator === undefined) return undefined;
  if (operator !== '=~') return value => (value === operand) === (operator === '==');
  const pattern = new RegExp(operand.slice(1, -1));
  return value => pattern.test(value) !== negated;
}

function wordsOf(when: string): string {
  const words = conditions[when];
  if (words === undefined) throw new Error(`There are no words for the condition ${when}.`);
  return words;
}

/** The files that name a command, by command. Registrations do not count. */
const mentions = (() => {
  const found = new Map<string, string[]>();
  for (const file of readdirSync('src/ui', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(path.join('src/ui', file), 'utf8').replace(
      /(register|registerEach|copying|confirm|confirmOverwrite|fileToWrite|isAllowedUnasked)\(\s*'hydrogen\.[\w.]+'/g,
      '',
    );
    const name = file.replaceAll(path.sep, '/');
    for (const { id } of commands) if (text.includes(`'${id}'`)) found.set(id, [...(found.get(id) ?? []), name]);
  }
  return found;
})();

/** Returns conditions that have a description but no command. */
export function unusedConditions(): string[] {
  const { menus, keybindings } = contributes;
  const clauses = [...Object.values(menus).flat(), ...keybindings].map(({ when = '' }) => when);
  return Object.keys(conditions).filter(condition => !clauses.some(when => when.includes(condition)));
}

/** Returns files that name a command without a description, and described files that name none. */
export function unexplained(): string[] {
  const explained = [...Object.keys(offered), ...unseen];
  const files = new Set([...mentions.values()].flat());
  return [...files].filter(file => !explained.includes(file)).concat(explained.filter(file => !files.has(file)));
}

/** Generates the list of all commands for the documentation, sorted by ID. */
export function commandsList(): string {
  return commands
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, english, chinese }) => `- \`${id}\`: **${english}** · ${chinese}\\\n  ${placesOf(id).join('; ')}`)
    .join('\n')
    .replaceAll('<', '\\<');
}
