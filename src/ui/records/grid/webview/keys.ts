// Free of the DOM, so that plain Node can test it.

/** The part of a `KeyboardEvent` that names its key. */
interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  getModifierState: (name: string) => boolean;
}

/** Returns the key of an event with its modifiers, for example `Ctrl+Shift+a`. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string {
  const modifiers = [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''];
  return [...modifiers.filter(each => each !== ''), key.length === 1 ? key.toLowerCase() : key].join('+');
}

/** Letters of the shortcuts that a text input handles itself. VS Code would apply undo or copy to the document. */
const inputLetters = 'acvxyz';

/** Whether a key belongs to a text input. All other keys are commands of the page or of VS Code. */
export function isInputKey(event: KeyPress): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (isAltGraph(event)) return true;
  const isLetter = key.length === 1 && key !== ' ' && !inputLetters.includes(key.toLowerCase());
  return !((ctrlKey || metaKey) && isLetter) && !altKey && !/^F\d+$/.test(key);
}

/**
 * Whether a key in a cell opens its input and is then typed into it. `Process` is the first key of an input method.
 */
export function startsInput(event: KeyPress): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isCommand = (ctrlKey || metaKey || altKey) && !isAltGraph(event);
  return !isCommand && (key === 'Process' || (key.length === 1 && key !== ' '));
}

/** Whether AltGr gives a key another character. Windows reports Ctrl and Alt for it. */
function isAltGraph(event: KeyPress): boolean {
  return event.key.length === 1 && event.getModifierState('AltGraph');
}
