import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { rm } from 'node:fs/promises';

const windows = process.platform === 'win32';

interface Started {
  running: Set<ChildProcess>;
  leftovers: Set<() => Promise<void>>;
  guarded: boolean;
  ending?: Promise<void>;
}

/** One list per process: every test file is a separate bundle with its own copy of this module. */
const started = sharedStarted();

function sharedStarted(): Started {
  const holder = globalThis as { hydrogenStarted?: Started };
  return (holder.hydrogenStarted ??= { running: new Set(), leftovers: new Set(), guarded: false });
}

/**
 * Starts a process that leads its own group: VS Code forks extension hosts which outlive their parent for the reconnection
 * time, so only the whole group can be stopped reliably.
 */
export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  guard();
  const child = spawn(command, args, { detached: !windows, windowsHide: true, ...options });
  started.running.add(child);
  return child;
}

/** Asks the process group to end. Kills it after five seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  signal(child, 'SIGTERM');
  if (!(await ended(child, 5000))) {
    signal(child, 'SIGKILL');
    await ended(child, 5000);
  }
  signal(child, 'SIGKILL'); // the leader has ended, but its children may not have
  started.running.delete(child);
}

function ended(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true);
  return new Promise(resolve => {
    const timer = setTimeout(() => finish(false), milliseconds);
    const onExit = () => finish(true);
    const finish = (value: boolean) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      resolve(value);
    };
    child.once('exit', onExit);
  });
}

function signal(child: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (windows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
    else process.kill(-child.pid, name);
  } catch {
    // The group has ended already.
  }
}

/** Calls `remove` if a signal ends this process. Returns a function that unregisters it. */
export function removeAtSignal(remove: () => Promise<void>): () => void {
  guard();
  started.leftovers.add(remove);
  return () => started.leftovers.delete(remove);
}

/** Makes sure that no child process and no temporary folder is left behind, however this process ends. */
function guard(): void {
  if (started.guarded) return;
  started.guarded = true;
  process.on('exit', () => started.running.forEach(child => signal(child, 'SIGKILL')));
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(name, () => endEverything(code));
  }
  if (process.env.npm_lifecycle_event) endWithParent();
}

/**
 * Ends this process when its parent has ended: a signal sent only to npm ends npm and its shell, but not this process.
 */
function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) endEverything(143);
  }, 500);
  timer.unref();
}

/** Stops all child processes, removes all temporary folders, and then ends this process. */
export function endEverything(code: number): void {
  void endAll().finally(() => process.exit(code));
}

function endAll(): Promise<void> {
  started.ending ??= Promise.all([...started.running].map(stop))
    .then(() => Promise.all([...started.leftovers].map(remove => remove())))
    .then(() => undefined);
  return started.ending;
}

/** Removes a temporary folder; retries, because an ending process may still write into it. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
