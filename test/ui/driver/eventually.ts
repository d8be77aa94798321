/** The timeout in milliseconds for one change in the workbench. It is generous because the machine may be busy. */
export const patience = 180_000;

/** Repeats `attempt` until it does not throw, and returns its value. Throws the last error after the timeout. */
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

/**
 * Returns a pattern that matches the whole text. Any white space matches, because VS Code shows some spaces as no-break
 * spaces.
 */
export function exactly(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`^\\s*${escaped}\\s*$`);
}

/** Replaces no-break and zero-width spaces by ordinary spaces, and trims the text. */
export function plain(text: string | null): string {
  return (text ?? '').replace(/[\u00a0\u200b]/g, ' ').trim();
}
