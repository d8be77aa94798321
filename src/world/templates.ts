import type { WorldChange } from './diff';
import type { WorldError } from './world';

/** Why a world file cannot be used. `{0}` is the file; `{1}` the path of the wrong value, or the limit in MB. */
export const worldTemplates: Record<WorldError['code'], string> = {
  notWorld: '{0} is not a world file.',
  newer: '{0} comes from a newer version of Hydrogen BaaS. Update it to read the file.',
  tooLarge: '{0} is larger than {1} MB. Read fewer records into it.',
  invalid: '{0} is not valid: check {1}.',
};

/** The objects of a world. `{0}` is the table of a record. */
export const listTemplates: Record<WorldChange['list'], string> = {
  tables: 'Table',
  functions: 'Cloud function',
  contentGroups: 'Content group',
  contentCategories: 'Category',
  contents: 'Content',
  userGroups: 'User group',
  userSupergroups: 'Group of user groups',
  files: 'File',
  records: 'Records of {0}',
};
