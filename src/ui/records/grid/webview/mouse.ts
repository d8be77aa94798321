import type { Layout } from '../protocol';
import type { GridActions } from './gridActions';
import type { GridTable } from './gridTable';
import { withWidth } from './layout';
import type { PageState } from './pageState';
import { isSelected, selectionAt, type CellPosition } from './selection';

interface MouseTargets {
  actions: GridActions;
  showMenu: (at: { x: number; y: number }) => void;
  /** Draws a column layout without storing it, while a column is resized. */
  relayout: (layout: Layout) => void;
}

/** Handles selecting, editing, sorting and resizing with the mouse. */
export function listenToMouse(state: PageState, table: GridTable, targets: MouseTargets): void {
  const { actions, showMenu } = targets;
  const { scroller } = table;
  let isDragging = false;
  scroller.addEventListener('pointerdown', event => {
    const position = table.positionOf(event.target);
    if (position === undefined && state.rows.length === 0) {
      // There is no cell to click on, but a paste needs the focus.
      event.preventDefault();
      return table.focus(state.selection.focus);
    }
    if (position === undefined || (event.target as Element).closest('.editing')) return;
    actions.commit();
    if (isGrip(event.target)) return resize(state, targets, event, position);
    const isMenu = event.button !== 0;
    const { anchor } = state.selection;
    if (!isMenu || !isSelected(state.selection, position)) {
      actions.select(event.shiftKey ? { anchor, focus: position } : selectionAt(position));
    }
    isDragging = !isMenu && position.row >= 0;
    event.preventDefault();
  });
  scroller.addEventListener('pointermove', event => {
    const position = table.positionOf(event.target);
    const { anchor, focus } = state.selection;
    if (!isDragging || position === undefined || position.row < 0) return;
    if (position.row !== focus.row || position.column !== focus.column) actions.select({ anchor, focus: position });
  });
  addEventListener('pointerup', () => (isDragging = false));
  scroller.addEventListener('dblclick', event => {
    if (!actions.isEditing && (table.positionOf(event.target)?.row ?? -1) >= 0) actions.edit();
  });
  scroller.addEventListener('click', event => {
    const position = table.positionOf(event.target);
    if (position?.row === -1 && !isGrip(event.target)) actions.turnSort(position, { isAdded: event.shiftKey });
  });
  scroller.addEventListener('contextmenu', event => {
    if (actions.isEditing) return;
    event.preventDefault();
    if (table.positionOf(event.target) !== undefined) showMenu({ x: event.clientX, y: event.clientY });
  });
}

function isGrip(target: EventTarget | null): boolean {
  return target instanceof Element && target.classList.contains('grip');
}

function resize(
  state: PageState,
  { actions, relayout }: MouseTargets,
  event: PointerEvent,
  position: CellPosition,
): void {
  const placed = state.columns[position.column];
  if (placed === undefined) return;
  event.preventDefault();
  const widthAt = ({ clientX }: PointerEvent) =>
    withWidth(state.layout, placed.column.name, placed.width + clientX - event.clientX);
  const move = (moving: PointerEvent): void => relayout(widthAt(moving));
  const end = () => {
    removeEventListener('pointermove', move);
    actions.arrange(state.layout);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end, { once: true });
}
