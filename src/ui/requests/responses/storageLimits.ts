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
 * @param stored oldest first
 */
export function selectEvictions<T extends StoredSize>(stored: readonly T[], limits: StorageLimits): T[] {
  let responses = stored.length;
  let bytes = stored.reduce((sum, { onDisk }) => sum + onDisk, 0);
  return stored.slice(0, -1).filter(({ onDisk, isOpen }) => {
    const isOverLimit = responses > limits.responses || (bytes > limits.bytes && onDisk > 0);
    if (isOpen || !isOverLimit) return false;
    responses -= 1;
    bytes -= onDisk;
    return true;
  });
}
