import type { DeployState } from './deploy';
import type { FunctionErrorCode } from './functionError';
import type { NodeProblem } from './node12/check';
import type { LogProblem } from './runLog';

/** Messages about functions that cannot be read or written, and what to do next. `{0}` is the detail. */
export const functionTemplates: Record<FunctionErrorCode, string> = {
  notJson: '{0} is not valid JSON.',
  badSetting: 'hydrogen.json: {0} must be a folder below it, such as "functions".',
  boundTwice:
    'Several folders of functions are bound: {0}. Keep one, or use the command in a file of the folder you mean.',
  unsafeName: 'The function {0} has a name that cannot be a folder. Rename it in the console.',
  outside: '{0} is a link that leads out of the workspace.',
  notText: '{0} is not UTF-8 text.',
  tooLarge: '{0} is larger than 10 MB.',
  inUse: 'Another process is writing {0}. Try again when it has finished.',
  unwritable: '{0} cannot be written. Check the permissions of the folder and the free space.',
  unreadable: '{0} cannot be read.',
};

/** How a file and the deployed code differ. */
export const stateTemplates: Record<DeployState, string> = {
  unchanged: 'unchanged',
  changedLocally: 'changed here',
  changedInService: 'changed there',
  changedBoth: 'changed here and there',
  missing: 'not deployed',
};

/** Messages about logs that are not read. */
export const logTemplates: Record<LogProblem, string> = {
  noAddress: 'The service gave no address for the log.',
  unsafe: 'The address of the log is not a public https address, so it was not read.',
  redirected: 'The address of the log leads elsewhere, so it was not read.',
  expired: 'The address of the log has expired.',
};

/** Messages about code that does not run in Node 12. `{0}` is the name, or the parser’s message. */
export const nodeTemplates: Record<NodeProblem['code'], string> = {
  syntax: 'This is not valid JavaScript: {0}.',
  newSyntax: 'The service runs Node 12, which does not understand “{0}”.',
  module: 'The service loads functions with require, so {0} is an error. Bundle the function, or use exports.',
  global: 'The service runs Node 12, which does not have {0}.',
  method: 'Strings and lists of Node 12, which the service runs, do not have {0}.',
  requiredModule: 'The service runs Node 12, which does not have the module {0}.',
  tooDeep: 'The code is nested too deeply to be checked for Node 12.',
};

/** The sentence after a message about Node 12. `{0}` is the code to use instead. */
export const replacementTemplate = 'Use {0}.';
