import { microsecondsBetween, readDate } from '../table/instant';
import { ExactNumber, isJsonObject, isList, type Json, type JsonObject } from '../../json/json';
import type { FieldWrite } from './merge';
import type { SameField } from '../table/sameValue';

/** A field that was written, but does not hold the sent value. `undefined` is a missing field. */
export interface RefusedField {
  name: string;
  sent: Json | undefined;
  stored: Json | undefined;
  /**
   * True when somebody else may have changed the field right after the write. Otherwise the service did not accept the
   * value.
   */
  isOvertaken: boolean;
  /**
   * The value that the document compares with from now on. If `isOvertaken`, it differs from `stored`, so the next save
   * finds a conflict and asks.
   */
  base: Json | undefined;
}

/**
 * Finds the fields that do not hold what was sent. The service drops a value of a wrong type silently, and responds with
 * success as long as it accepts any other field of the request.
 * @param stored the record as it was read after the write
 * @param response the record in the response of the write, if there was one
 */
export function refusedFields(
  writes: readonly FieldWrite[],
  stored: JsonObject,
  same: SameField,
  response?: JsonObject,
): RefusedField[] {
  return writes.flatMap(({ name, from, to: sent }): RefusedField[] => {
    const now = stored.get(name);
    // The service returns null for an empty field or leaves it out.
    const isStored = (value: Json | undefined): boolean => same(name, now ?? null, value ?? null);
    if (isStored(sent)) return [];
    const inResponse = response === undefined ? from : response.get(name);
    const isOvertaken = !isStored(from) && !isStored(inResponse) && !isAdjusted(sent, now);
    return [{ name, sent, stored: now, isOvertaken, base: isOvertaken ? inResponse : now }];
  });
}

/** Whether a stored value is the sent one in another precision or time zone. */
function isAdjusted(sent: Json | undefined, stored: Json | undefined): boolean {
  if (sent instanceof ExactNumber) return stored instanceof ExactNumber && Number(sent.text) === Number(stored.text);
  if (typeof sent === 'string') return typeof stored === 'string' && (sent === stored || isAdjustedDate(sent, stored));
  if (isList(sent)) {
    return isList(stored) && sent.length === stored.length && sent.every((item, at) => isAdjusted(item, stored[at]));
  }
  if (!isJsonObject(sent)) return sent === stored;
  if (!isJsonObject(stored)) return false;
  return [...sent].every(([name, value]) => isAdjusted(value, stored.get(name)));
}

function isAdjustedDate(sent: string, stored: string): boolean {
  const [one, other] = [readDate(sent), readDate(stored)];
  if (one === undefined || other === undefined) return false;
  const asUtc = one.offset === undefined ? { ...one, offset: 0 } : one;
  return Math.min(microsecondsBetween(one, other), microsecondsBetween(asUtc, other)) < 1000;
}
