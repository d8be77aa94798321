/** The menus of package.json by their names. */
export type ManifestMenus = Readonly<Record<string, readonly { command?: string; submenu?: string }[]>>;

/** True if a command is in the menu of tree items but in no view title, where commands run without a tree item. */
export function isOnlyOfRows(menus: ManifestMenus, command: string): boolean {
  return isIn(menus, 'view/item/context', command) && !isIn(menus, 'view/title', command);
}

function isIn(menus: ManifestMenus, menu: string, command: string): boolean {
  return (menus[menu] ?? []).some(
    entry => entry.command === command || (entry.submenu !== undefined && isIn(menus, entry.submenu, command)),
  );
}
