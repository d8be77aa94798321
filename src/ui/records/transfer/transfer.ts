export { runExport } from './exportTable';
