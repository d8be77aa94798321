import { terminalLine } from '../../api/terminalLine';
import type { TokenEvent } from '../../auth/tokenEvent';

/**
 * Formats an event for the log: its kind, times and fingerprint, never a secret. The name may come from an imported file,
 * and must not look like other lines of the log.
 */
export function eventText(application: string, event: TokenEvent): string {
  const { kind, at, ...details } = event;
  const more = Object.entries(details).map(([name, value]) => {
    const time = name === 'expiresAt' && typeof value === 'number';
    return `${name} ${time ? new Date(value).toISOString() : String(value)}`;
  });
  return terminalLine(`${application}: ${[kind, new Date(at).toISOString(), ...more].join(', ')}`);
}
