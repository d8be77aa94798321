import { after, before } from 'mocha';
import { startSandbox, type Sandbox, type SandboxApplication, type SandboxOptions } from '../../../src/sandbox/sandbox';

interface RunningSandbox {
  sandbox: Sandbox;
  shop: SandboxApplication;
  blog: SandboxApplication;
}

/** Starts a sandbox in the test process for the tests of this `describe`. */
export function useSandbox(options: SandboxOptions = {}): () => RunningSandbox {
  let running: RunningSandbox | undefined;
  before(async () => {
    const sandbox = await startSandbox(options);
    const [shop, blog] = sandbox.applications;
    if (!shop || !blog) throw new Error('The sandbox has two applications.');
    running = { sandbox, shop, blog };
  });
  after(() => running?.sandbox.close());
  return () => {
    if (!running) throw new Error('The sandbox is there from `before` to `after` only.');
    return running;
  };
}

/** Returns a local origin where no server listens. */
export async function unusedOrigin(): Promise<string> {
  const sandbox = await startSandbox();
  await sandbox.close();
  return sandbox.origin;
}
