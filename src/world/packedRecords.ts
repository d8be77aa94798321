import { isJsonObject, isList, valueOf, type JsonObject } from '../json/json';

/** Records or other objects of a world, as an array or packed. */
export interface WorldRecords extends Iterable<JsonObject> {
  readonly length: number;
}

/** Keeps records as UTF-8 JSON, which needs less memory. Each iteration parses them again. */
export class PackedRecords implements WorldRecords {
  readonly length: number;
  readonly #json: Buffer;

  /** @param texts the JSON of one record each */
  constructor(texts: readonly string[]) {
    this.length = texts.length;
    this.#json = Buffer.from(`[${texts.join(',')}]`);
  }

  *[Symbol.iterator](): Generator<JsonObject> {
    const values = valueOf(this.#json.toString());
    if (!isList(values)) throw new Error('The records are not JSON');
    for (const value of values) if (isJsonObject(value)) yield value;
  }
}
