/** An error of the SDK: `code` is the status of the service, or 605 for wrong arguments. */
export class HError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'HError';
    this.code = code;
  }
}

/** Creates the SDK's error for arguments that it cannot use. */
export function wrongArguments(message: string): HError {
  return new HError(605, message);
}
