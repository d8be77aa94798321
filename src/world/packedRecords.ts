import { isJsonObject, isList, valueOf, type JsonObject } from '../json/json';

/** The records of a table: a list of them, or packed ones. */
export interface WorldRecords extends Iterable<JsonObject> {
  readonly length: number;
}

/** Keeps records as the UTF-8 of their JSON, to save memory. Each iteration parses them again. */
export class PackedRecords implements WorldRecords {
  readonly length: number;
  readonly #json: Buffer;

  /** @param texts JSON objects */
  constructor(texts: readonly string[]) {
    this.length = texts.length;
    this.#json = Buffer.from(`[${texts.join(',')}]`);
  }

  *[Symbol.iterator](): Generator<JsonObject> {
    const values = valueOf(this.#json.toString());
    for (const value of isList(values) ? values : []) if (isJsonObject(value)) yield value;
  }
}
