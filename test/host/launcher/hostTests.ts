import { serve } from '../../worker';
import { runHostTests } from './hostRun';
import type { Release } from './packages';

// Runs the host tests on a release of VS Code.
serve<{ release: Release; grep?: string }>(runHostTests);
