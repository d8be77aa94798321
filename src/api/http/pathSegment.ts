/** Error for an ID that would not stay one segment of a URL's path. Thrown before the request is sent. */
export class UnusableIdError extends Error {
  override readonly name = 'UnusableIdError';

  readonly id: string;

  constructor(id: string) {
    super('The ID would lead to another path');
    this.id = id;
  }
}

/** Whether a URL keeps this ID as one segment of its path. `.` and `..` change the path, also percent-encoded. */
export function isPathSegment(id: string): boolean {
  return id !== '' && !/^(\.|%2e){1,2}$/i.test(id);
}

/**
 * Encodes an ID as one segment of a path.
 * @throws UnusableIdError
 */
export function pathSegment(id: string): string {
  if (!isPathSegment(id)) throw new UnusableIdError(id);
  return encodeURIComponent(id);
}
