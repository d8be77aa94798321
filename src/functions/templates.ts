import type { FunctionErrorCode } from './functionError';

/** Why functions of a folder cannot be read or written, and what to do next. `{0}` is the detail. */
export const functionTemplates: Record<FunctionErrorCode, string> = {
  notJson: '{0} is not valid JSON.',
  badSetting: 'hydrogen.json: {0} must be a folder below it, such as "functions".',
  unsafeName: 'The function {0} has a name that cannot be a folder. Rename it in the console.',
  outside: '{0} is a link that leads out of the workspace. Nothing was read or written.',
  notText: '{0} is not UTF-8 text.',
  tooLarge: '{0} is larger than 10 MB.',
  unreadable: '{0} cannot be read.',
};
