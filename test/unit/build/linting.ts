import assert from 'node:assert/strict';
import path from 'node:path';
import { ESLint, type Linter } from 'eslint';
import { root } from '../../host/launcher/root';

/** Returns a function that lints a text as a file of `src`, which does not need to exist. */
export function useLinter(): (file: string, text: string) => Promise<Linter.LintMessage[]> {
  const eslint = new ESLint({ cwd: root });
  return async (file, text) => {
    const [result = assert.fail()] = await eslint.lintText(text, { filePath: path.join(root, 'src', file) });
    return result.messages;
  };
}
