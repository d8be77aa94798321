import type { Translate } from '../api/messages/template';
import { worldTemplates } from './templates';
import { longestWorld, type WorldError } from './world';

/** Explains why a file is not a usable world file, and what to do. */
export function worldProblem(file: string, { code, path }: WorldError, translate: Translate): string {
  return translate(worldTemplates[code], file, code === 'tooLarge' ? longestWorld / 1e6 : path);
}
