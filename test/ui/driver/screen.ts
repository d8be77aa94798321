import type { Page } from 'playwright-core';

/** Returns the content of a page as text, for the report of a failed test: all parts that tests wait for. */
export async function describeScreen(page: Page): Promise<string> {
  const parts = await page.evaluate<[string, string[]][]>(read);
  const lines = parts.flatMap(([name, texts]) =>
    texts.length === 0 ? [] : [`${name}:`, ...texts.map(text => `  ${text}`)],
  );
  return lines.join('\n');
}

/** Runs inside the page. It is a string because `src` and the tests do not load the DOM types. */
const read = `(() => {
  const shown = element => element.checkVisibility();
  const text = element => (element?.innerText ?? '').replace(/[\\u00a0\\u200b]/g, ' ').replace(/\\s*\\n\\s*/g, ' | ').trim().slice(0, 300);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(shown);
  const texts = selector => all(selector).map(text).filter(Boolean);
  const byTop = (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top;
  const input = all('.quick-input-widget').flatMap(widget => {
    const box = widget.querySelector('.quick-input-box input');
    return [
      'title: ' + text(widget.querySelector('.quick-input-title')),
      'placeholder: ' + (box?.placeholder ?? ''),
      'value: ' + (box?.type === 'password' ? '(' + box.value.length + ' characters)' : box?.value ?? ''),
      'message: ' + text(widget.querySelector('.quick-input-message')),
      ...all('.monaco-list-row', widget).sort(byTop).map(row => 'item: ' + text(row)),
    ];
  });
  const rows = all('.part.sidebar [role=treeitem]').sort(byTop).map(row =>
    '  '.repeat(Math.max(0, Number(row.getAttribute('aria-level')) - 1)) + text(row) +
    (row.classList.contains('selected') ? ' (selected)' : '') +
    (row.querySelector('.codicon-tree-item-loading') ? ' (loading)' : ''));
  const active = document.activeElement;
  return [
    ['Dialog', texts('.monaco-dialog-box')],
    ['Quick input', input],
    ['Menu', texts('.monaco-menu .action-label')],
    ['Notifications', texts('.notifications-toasts .notification-list-item, .notifications-center.visible .notification-list-item')],
    ['Active editor', texts('.editor-group-container.active .tab.active .tab-label')],
    ['Editors', texts('.editor-group-container .tab .tab-label')],
    ['Side bar', [...texts('.part.sidebar .composite.title, .part.sidebar .pane-header, .part.sidebar .welcome-view-content'), ...rows]],
    ['Status bar', texts('.statusbar-item[id^="hydrogen-baas"], .statusbar-item[id="status.extensionMessage"]')],
    ['Keyboard is on', active ? [active.tagName.toLowerCase() + ' ' + (active.getAttribute('aria-label') ?? active.className)] : []],
  ];
})()`;
