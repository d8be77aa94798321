import { element } from './dom';

export interface MenuItem {
  label: string;
  /** The keyboard shortcut of the item. */
  key?: string;
  run: () => void;
}

/** Shows a menu at a position and focuses its first item. Separates the groups by lines. */
export function openMenu(
  name: string,
  at: { x: number; y: number },
  groups: readonly (readonly MenuItem[])[],
  closed: () => void,
): void {
  if (groups.every(({ length }) => length === 0)) return;
  const menu = element('div', { role: 'menu', class: 'menu', 'aria-label': name });
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    menu.remove();
    closed();
  };
  const items: HTMLElement[] = [];
  for (const group of groups.filter(({ length }) => length > 0)) {
    if (items.length > 0) menu.append(element('div', { role: 'separator' }));
    for (const { label, key, run } of group) {
      const item = element('div', { role: 'menuitem', tabindex: -1 }, element('span', {}, label));
      if (key !== undefined) {
        item.append(element('span', { class: 'key', 'aria-hidden': 'true' }, key));
        item.setAttribute('aria-keyshortcuts', key);
      }
      item.addEventListener('click', () => {
        close();
        run();
      });
      items.push(item);
      menu.append(item);
    }
  }
  menu.addEventListener('keydown', event => {
    const current = items.findIndex(item => item === document.activeElement);
    const steps: Record<string, number> = {
      ArrowDown: (current + 1) % items.length,
      ArrowUp: (current + items.length - 1) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) items[next]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (event.key === 'Enter' || event.key === ' ') items[current]?.click();
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener('focusout', event => {
    if (!(event.relatedTarget instanceof Node) || !menu.contains(event.relatedTarget)) close();
  });
  document.body.append(menu);
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(0, Math.min(at.x, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(0, Math.min(at.y, innerHeight - height - 4))}px`;
  items[0]?.focus();
}
