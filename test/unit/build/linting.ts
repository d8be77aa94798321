import assert from 'node:assert/strict';
import path from 'node:path';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { root } from '../../host/launcher/root';

/** Returns a function that lints a text as a file of `src`. The file does not exist, so rules that need types are disabled. */
export function useLinter(): (file: string, text: string) => Promise<Linter.LintMessage[]> {
  const withoutTypes = {
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { project: null, program: null, projectService: false } },
  };
  const eslint = new ESLint({ cwd: root, overrideConfig: [withoutTypes] });
  return async (file, text) => {
    const [result = assert.fail()] = await eslint.lintText(text, { filePath: path.join(root, 'src', file) });
    return result.messages;
  };
}
