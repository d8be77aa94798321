/** The size of a stored response. */
interface StoredSize {
  /** The size of its file in bytes; 0 for a response in memory. */
  onDisk: number;
  isOpen: boolean;
}

interface StorageLimits {
  responses: number;
  /** The limit in bytes for all files together. */
  bytes: number;
}

/**
 * Returns the responses to delete, oldest first. The newest and open ones stay, even beyond the limits.
 * @param kept oldest first
 */
export function selectEvictions<T extends StoredSize>(kept: readonly T[], limits: StorageLimits): T[] {
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
