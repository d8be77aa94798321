/**
 * The address of a document as the query of a `hydrogen:` URI. VS Code shows such URIs in its messages and turns
 * `[label](command:…)` in them into a link that runs the command, so the query must not contain foreign text unencoded.
 * @param flags the parts that menus check (package.json, `when`); never foreign text
 */
export function toUriQuery(address: string, flags: Record<string, string | true | undefined>): string {
  return JSON.stringify({ ...flags, address: Buffer.from(address).toString('base64url') });
}

/**
 * The address in a query. Earlier versions wrote it as plain text, and VS Code restores their documents.
 * @throws SyntaxError for a query that is no JSON
 */
export function fromUriQuery(query: string): string {
  const parsed = JSON.parse(query) as { address?: unknown } | null;
  return typeof parsed?.address === 'string' ? Buffer.from(parsed.address, 'base64url').toString() : query;
}
