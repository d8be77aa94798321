/** Why the functions of a folder cannot be read or written. `templates.ts` contains the messages. */
export type FunctionErrorCode =
  | 'notJson' // hydrogen.json or functions.lock.json is not JSON; `detail`: its name
  | 'badSetting' // `functions` of hydrogen.json is wrong; `detail`: the setting
  | 'boundTwice' // several folders of the workspace have functions; `detail`: their names
  | 'unsafeName' // the name of a function cannot be the name of a folder; `detail`: the name
  | 'outside' // a link leads out of the workspace; `detail`: the path
  | 'notText' // a file is not UTF-8; `detail`: its name
  | 'tooLarge' // a file is larger than a function can be; `detail`: its name
  | 'inUse' // another process holds the lock of functions.lock.json for too long; `detail`: its name
  | 'unwritable' // a file cannot be written; `detail`: its name
  | 'unreadable'; // a file cannot be read; `detail`: its name

/** Thrown if the functions of a folder cannot be read or written. */
export class FunctionError extends Error {
  readonly code: FunctionErrorCode;
  readonly detail: string;

  constructor(code: FunctionErrorCode, detail: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}
