import { jsonValue } from '../../json/jsonValue';

/**
 * Encodes the address of a document as the query of a `hydrogen:` URI. VS Code shows such URIs in its messages and
 * turns `[label](command:…)` in them into a link that runs the command, so the query must not contain foreign text
 * unencoded.
 * @param flags the parts that menus check (package.json, `when`); never foreign text
 */
export function toUriQuery(address: string, flags: Record<string, string | true | undefined>): string {
  return JSON.stringify({ ...flags, address: Buffer.from(address).toString('base64url') });
}

/**
 * Returns the parsed address in a query; `undefined` if the query is not JSON. Earlier versions wrote the address as
 * plain JSON, and VS Code restores their documents.
 */
export function fromUriQuery(query: string): unknown {
  const value = jsonValue(query) as { address?: unknown } | null | undefined;
  return typeof value?.address === 'string' ? jsonValue(Buffer.from(value.address, 'base64url').toString()) : value;
}
