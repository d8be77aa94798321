import type { GridActions } from './gridActions';
import type { GridTable } from './gridTable';

/** Copies, cuts and pastes cells, unless a text field has the focus. */
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
