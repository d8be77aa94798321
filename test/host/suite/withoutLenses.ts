import { after, before } from 'mocha';
import { writeSetting } from './fixture';

/**
 * Switches code lenses off, so that hints show the targets of requests. VS Code still returns lenses to a test that asks.
 */
export function useHints(): void {
  before(() => writeSetting('editor.codeLens', false));
  after(() => writeSetting('editor.codeLens', undefined));
}
