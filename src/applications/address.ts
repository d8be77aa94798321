import { isLoopback } from '../api/http/sendOnce';

/** The reason why a typed address cannot be used. */
export type AddressProblem =
  | 'empty'
  | 'spaces' // white space inside
  | 'malformed' // not a URL
  | 'scheme' // neither https nor http
  | 'insecure' // http to another machine: credentials would be readable in transit
  | 'userInfo'; // user name or password in the address

type ServiceAddress = { origin: string; problem?: never } | { problem: AddressProblem; origin?: never };

/**
 * Converts a typed or pasted text to an origin: adds a missing scheme, and ignores capitals, path and query.
 * `HTTPS://Shop.Example.com/hserve/` gives `https://shop.example.com`.
 */
export function parseAddress(typed: string): ServiceAddress {
  const text = typed.trim();
  if (text === '') return { problem: 'empty' };
  if (/\s/.test(text)) return { problem: 'spaces' };
  const complete = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  // `https:/host` and `/path` would otherwise be read as the hosts `https` and `path`.
  if (!complete && /^[/\\](?![/\\])|^[^/?#\\[\]]*:([/?#\\]|$)/.test(text)) return { problem: 'malformed' };
  const withScheme = complete ? text : `${defaultScheme(text)}${text}`;
  if (!URL.canParse(withScheme)) return { problem: 'malformed' };
  const url = new URL(withScheme);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'scheme' };
  if (url.username !== '' || url.password !== '') return { problem: 'userInfo' };
  if (!isHost(url.hostname)) return { problem: 'malformed' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { problem: 'insecure' };
  return { origin: url.origin };
}

function defaultScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^:/]*)/.exec(text)?.[0].toLowerCase() ?? '';
  return isLoopback(host) ? 'http://' : 'https://';
}

function isHost(hostname: string): boolean {
  return hostname.startsWith('[') || /^(?!-)[a-z0-9-]+(?<!-)(\.(?!-)[a-z0-9-]+(?<!-))*\.?$/.test(hostname);
}
