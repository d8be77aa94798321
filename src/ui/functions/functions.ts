export { addToWorkspace, deployFile, showVersions } from './deploy/commands';
export { completionsAt, hoverAt } from './language/names';
export { decorationOf } from './workspace/decorations';
export { FollowedRuns } from './run/follow';
export { Runs } from './run/runs';
