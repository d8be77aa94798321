import type { GridActions } from './gridActions';
import type { GridTable } from './gridTable';

/** Handles copy, cut and paste while a cell has the focus and is not edited. */
export function listenToClipboard(table: GridTable, actions: GridActions): void {
  const isInGrid = () => !actions.isEditing && table.positionOf(document.activeElement) !== undefined;
  for (const type of ['copy', 'cut'] as const) {
    document.addEventListener(type, event => {
      if (!isInGrid()) return;
      event.preventDefault();
      actions.copy({ isCut: type === 'cut' });
    });
  }
  document.addEventListener('paste', event => {
    if (!isInGrid()) return;
    event.preventDefault();
    actions.paste(event.clipboardData?.getData('text/plain') ?? '');
  });
}
