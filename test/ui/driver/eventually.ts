/** Milliseconds for one change in the workbench: generous, because the machine may be busy. */
export const patience = 180_000;

/** Repeats `attempt` until it does not throw, and returns its value; throws its last error when the time is over. */
export async function eventually<T>(attempt: () => Promise<T> | T, milliseconds = patience): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }
}

/** Matches the whole text, with any white space around it; monospaced parts of VS Code use no-break spaces. */
export function exactly(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`^\\s*${escaped}\\s*$`);
}

/** Text of the page with ordinary spaces. */
export function plain(text: string | null): string {
  return (text ?? '').replace(/[\u00a0\u200b]/g, ' ').trim();
}
