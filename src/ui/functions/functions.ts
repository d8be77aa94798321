export { addToWorkspace, deployFile, showVersions } from './deploy/commands';
export { completionsAt, hoverAt } from './language/names';
