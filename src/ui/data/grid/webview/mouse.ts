import type { Layout } from '../protocol';
import { withWidth } from './layout';
import type { PageState } from './pageState';
import { rectangleOf, selectionAt, type Place, type Selection } from './selection';
import type { Table } from './table';

interface MouseActions {
  select: (selection: Selection) => void;
  edit: () => void;
  turnSort: (place: Place) => void;
  showMenu: (at: { x: number; y: number }) => void;
  isEditing: () => boolean;
  /** Takes over what is being edited. */
  commit: () => void;
  relayout: (layout: Layout) => void;
  /** The columns stand as they shall be remembered. */
  arranged: () => void;
}

/** Selecting, editing, sorting and sizing with the mouse. */
export function listenToMouse(state: PageState, table: Table, actions: MouseActions): void {
  const { select, edit, turnSort, showMenu, isEditing, commit, relayout, arranged } = actions;
  let isDragging = false;
  table.scroller.addEventListener('pointerdown', event => {
    const place = table.placeOf(event.target);
    if (place === undefined || (event.target as Element).closest('.editing')) return;
    commit();
    if ((event.target as Element).classList.contains('grip')) return resize(event, place);
    const isMenu = event.button !== 0;
    const { anchor } = state.selection;
    const chosen = rectangleOf(state.selection);
    const isInside =
      chosen &&
      place.row >= chosen.top &&
      place.row <= chosen.bottom &&
      place.column >= chosen.left &&
      place.column <= chosen.right;
    if (!isMenu || !isInside) select(event.shiftKey ? { anchor, focus: place } : selectionAt(place));
    isDragging = !isMenu && place.row >= 0;
    event.preventDefault();
  });
  table.scroller.addEventListener('pointermove', event => {
    const place = table.placeOf(event.target);
    const { anchor, focus } = state.selection;
    if (!isDragging || place === undefined || place.row < 0) return;
    if (place.row !== focus.row || place.column !== focus.column) select({ anchor, focus: place });
  });
  addEventListener('pointerup', () => (isDragging = false));
  table.scroller.addEventListener('dblclick', event => {
    if (!isEditing() && (table.placeOf(event.target)?.row ?? -1) >= 0) edit();
  });
  table.scroller.addEventListener('click', event => {
    const place = table.placeOf(event.target);
    if (place?.row === -1 && !(event.target as Element).classList.contains('grip')) turnSort(place);
  });
  table.scroller.addEventListener('contextmenu', event => {
    if (isEditing()) return;
    event.preventDefault();
    if (table.placeOf(event.target) !== undefined) showMenu({ x: event.clientX, y: event.clientY });
  });

  function resize(event: PointerEvent, place: Place): void {
    const placed = state.columns[place.column];
    if (placed === undefined) return;
    event.preventDefault();
    const widthAt = ({ clientX }: PointerEvent) =>
      withWidth(state.layout, placed.column.name, placed.width + clientX - event.clientX);
    const move = (moving: PointerEvent): void => relayout(widthAt(moving));
    addEventListener('pointermove', move);
    addEventListener(
      'pointerup',
      () => {
        removeEventListener('pointermove', move);
        arranged();
      },
      { once: true },
    );
  }
}
