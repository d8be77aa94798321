import { withoutNetwork } from './withoutNetwork';

// Loaded before a program, to simulate a machine without a network.
withoutNetwork(host => process.stderr.write(`no network for ${host}\n`));
