/** What a kept response takes. */
interface KeptSize {
  /** Bytes of its file; 0 when it is in memory. */
  onDisk: number;
  isOpen: boolean;
}

interface KeptLimits {
  responses: number;
  /** Of all files together. */
  bytes: number;
}

/**
 * Which responses give way, the oldest first. The newest and those that are open stay, beyond the limits if it must be.
 * @param kept the oldest first
 */
export function selectEvictions<T extends KeptSize>(kept: readonly T[], limits: KeptLimits): T[] {
  let responses = kept.length;
  let bytes = kept.reduce((sum, { onDisk }) => sum + onDisk, 0);
  return kept.slice(0, -1).filter(({ onDisk, isOpen }) => {
    const helps = responses > limits.responses || (bytes > limits.bytes && onDisk > 0);
    if (isOpen || !helps) return false;
    responses -= 1;
    bytes -= onDisk;
    return true;
  });
}
