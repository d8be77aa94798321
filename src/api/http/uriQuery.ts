/**
 * A JSON text as the query of a `hydrogen:` URI. VS Code shows such a URI in its own messages and turns `[label](command:…)`
 * in it into a link that runs the command, so the query must not contain foreign text as it is.
 */
export function toUriQuery(json: string): string {
  return Buffer.from(json).toString('base64url');
}

/** The JSON text in a query. Earlier versions wrote it as plain text, and VS Code restores their documents. */
export function fromUriQuery(query: string): string {
  return query.startsWith('{') ? query : Buffer.from(query, 'base64url').toString();
}
