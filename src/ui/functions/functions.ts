export { completionsAt, hoverAt } from './language/names';
