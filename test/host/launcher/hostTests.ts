import { serve } from '../../worker';
import { runHostTests, type Part } from './hostRun';
import type { Release } from './packages';

// Runs the host tests on a release of VS Code.
serve<{ release: Release; part: Part; fewer?: boolean; grep?: string }>(runHostTests);
