export { runExport } from './exportTable';
export { runImport } from './importTable';
