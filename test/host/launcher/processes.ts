import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { rm } from 'node:fs/promises';

const windows = process.platform === 'win32';

interface Started {
  running: Set<ChildProcess>;
  leftovers: Set<() => Promise<void>>;
  guarded: boolean;
  ending?: Promise<void>;
}

/** One for the process: every test file is a bundle of its own, with this module in it once more. */
const started = sharedStarted();

function sharedStarted(): Started {
  const holder = globalThis as { hydrogenStarted?: Started };
  return (holder.hydrogenStarted ??= { running: new Set(), leftovers: new Set(), guarded: false });
}

/**
 * Starts a process that leads a group of its own: VS Code forks extension hosts which outlive their parent for the
 * reconnection time, so only the group as a whole can be stopped for sure.
 */
export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  guard();
  const child = spawn(command, args, { detached: !windows, windowsHide: true, ...options });
  started.running.add(child);
  return child;
}

/** Asks the group to end, and ends what is left of it after five seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  signal(child, 'SIGTERM');
  if (!(await ended(child, 5000))) {
    signal(child, 'SIGKILL');
    await ended(child, 5000);
  }
  signal(child, 'SIGKILL'); // the leader has gone; a child of it may not have
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

/** Has `remove` called when this process is told to end before it came to it. Returns what takes that back. */
export function removeAtSignal(remove: () => Promise<void>): () => void {
  guard();
  started.leftovers.add(remove);
  return () => started.leftovers.delete(remove);
}

/** Leaves no process and no folder behind, whichever way this process ends. */
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

/** A signal that is sent to npm alone ends npm and its shell, and would leave this process behind without a parent. */
function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) endEverything(143);
  }, 500);
  timer.unref();
}

/** Ends this process, after the processes and folders of its making. */
export function endEverything(code: number): void {
  void endAll().finally(() => process.exit(code));
}

function endAll(): Promise<void> {
  started.ending ??= Promise.all([...started.running].map(stop))
    .then(() => Promise.all([...started.leftovers].map(remove => remove())))
    .then(() => undefined);
  return started.ending;
}

/** Removes a temporary folder; a process that is just ending may still write into it, hence the retries. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
