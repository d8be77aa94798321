import { runMocha } from './mocha';
import { serve } from './worker';

// Runs test files in plain Node.
serve<{ file: string; grep?: string; timeout: number }>(({ file, grep, timeout }) =>
  runMocha({ files: [file], grep, timeout, modules: true }),
);
