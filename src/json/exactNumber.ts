/** A number as written: IDs beyond 2^53 and long decimals keep every digit. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON with exact numbers; objects are maps, so that every name is valid, `__proto__` included. */
export type Json = null | boolean | string | ExactNumber | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;
