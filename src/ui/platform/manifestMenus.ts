/** The menus of package.json by their names. */
export type ManifestMenus = Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;

/** True for a command in a row’s menu that is in no title of a view: there a command needs no row. */
export function isOnlyOfRows(menus: ManifestMenus, command: string): boolean {
  return isIn(menus, 'view/item/context', command) && !isIn(menus, 'view/title', command);
}

function isIn(menus: ManifestMenus, menu: string, command: string): boolean {
  return (menus[menu] ?? []).some(
    entry => entry.command === command || (entry.submenu !== undefined && isIn(menus, entry.submenu, command)),
  );
}
