import type { Translate } from '../api/messages/template';
import type { WorldChange } from './diff';
import { listTemplates, worldTemplates } from './templates';
import { longestWorld, type WorldError } from './world';

/** The messages about worlds, for the editor and the program. */
export class WorldMessages {
  readonly #translate: Translate;

  constructor(translate: Translate) {
    this.#translate = translate;
  }

  /** Explains why a file is not a usable world file, and what to do. */
  problem(file: string, { code, path }: WorldError): string {
    return this.#translate(worldTemplates[code], file, code === 'tooLarge' ? longestWorld / 1e6 : path);
  }

  /** Returns one line of a difference, for example `~ Records of order 5f…: price`. */
  change({ kind, list, table, id, name, fields }: WorldChange): string {
    const sign = { added: '+', removed: '-', changed: '~' }[kind];
    const object = [sign, this.#translate(listTemplates[list], table), id, name].filter(each => each !== '').join(' ');
    return fields.length === 0 ? object : `${object}: ${fields.join(', ')}`;
  }
}
