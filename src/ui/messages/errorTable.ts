import type { Action } from './uiError';

/** The texts and buttons for one error code. Texts are functions: they depend on the error and the language. */
export interface ErrorEntry<E> {
  /** Returns a few words for a tree item. Without it, the message is used. */
  label?: (error: E) => string;
  /** Returns one or two sentences: what happened and what to do next. */
  message: (error: E) => string;
  /** The buttons under the message. */
  actions: Action[];
}

export interface Message {
  text: string;
  actions: Action[];
}

export function messageOf<E>(entry: ErrorEntry<E>, error: E): Message {
  return { text: entry.message(error), actions: entry.actions };
}

export function labelOf<E>(entry: ErrorEntry<E>, error: E): string {
  return (entry.label ?? entry.message)(error);
}
