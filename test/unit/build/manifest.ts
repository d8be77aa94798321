import { readFileSync } from 'node:fs';

/** An entry of a menu: a command, or a submenu. */
export interface MenuEntry {
  command?: string;
  submenu?: string;
  when?: string;
  group?: string;
}

interface Manifest {
  contributes: {
    commands: { command: string; title: string }[];
    menus: Record<string, MenuEntry[]>;
    submenus?: { id: string; label: string }[];
    keybindings: { command: string; key: string; when: string }[];
    views: Record<string, { id: string; name: string }[]>;
    viewsWelcome: { view: string; contents: string }[];
    walkthroughs: { steps: WalkthroughStep[] }[];
    configuration: { properties: Record<string, { items?: { enum?: string[] } }> };
  };
}

interface WalkthroughStep {
  id: string;
  title: string;
  description: string;
  completionEvents: string[];
}

function json<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

export const { contributes } = json<Manifest>('package.json');
export const english = json<Record<string, string>>('package.nls.json');
export const chinese = json<Record<string, string>>('package.nls.zh-cn.json');

/** Returns the English text of `%key%`. */
export function textOf(reference: string): string {
  return english[reference.replaceAll('%', '')] ?? '';
}

/** The values of context keys; a key that is absent is false. */
export type Keys = Record<string, string | number | boolean>;

/**
 * Whether a `when` clause is true. Supports the syntax of the manifest: clauses joined by `&&`, each of them possibly
 * negated.
 */
export function holds(when: string | undefined, keys: Keys): boolean {
  return (when ?? '').split(' && ').every(clause => clauseHolds(clause.trim(), keys));
}

function clauseHolds(clause: string, keys: Keys): boolean {
  if (clause === '') return true;
  if (clause.startsWith('!(')) return !clauseHolds(clause.slice(2, -1), keys);
  if (clause.startsWith('!')) return !clauseHolds(clause.slice(1), keys);
  const [, key = '', operator, operand = ''] = /^([\w.]+)(?: (==|!=|=~|in|not in) (.+))?$/.exec(clause) ?? [];
  if (key === '') throw new Error(`This test does not understand ${clause}.`);
  const value = keys[key] ?? false;
  switch (operator) {
    case undefined:
      return clause !== 'false' && Boolean(value);
    case '=~':
      return value !== false && new RegExp(operand.slice(1, operand.lastIndexOf('/'))).test(String(value));
    case 'in':
    case 'not in':
      return (keys[operand] === true) === (operator === 'in');
    default:
      return (String(value) === operand) === (operator === '==');
  }
}
