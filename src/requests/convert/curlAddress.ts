import { percentDecoded } from '../../api/percentDecoded';
import { encodeValue } from '../sending/address';

/** Returns an address with its scheme, without its fragment and the user in it; `user` is `name:password`. */
export function curlAddress(written: string): { url: string; user: string | undefined } {
  // A fragment is not sent. In a document, its sign would be part of the path or query.
  const [address = ''] = written.split('#', 1);
  // A shell variable at the start may contain the scheme.
  const url = /^(?:[a-z][a-z\d+.-]*:\/\/|\{\{)/i.test(address) ? address : `http://${address}`;
  const [, scheme = '', user] = /^([^/]*\/\/)([^/?]*)@/.exec(url) ?? [];
  if (user === undefined) return { url, user };
  const name = percentDecoded(user);
  return { url: scheme + url.slice(scheme.length + user.length + 1), user: name.includes(':') ? name : `${name}:` };
}

/** Adds the name of an uploaded file to an address that ends with a slash or a host, as cURL does. */
export function withFileName(url: string, file: string | undefined): string {
  // Both words are cURL's names of the standard input.
  if (file === undefined || file === '-' || file === '.') return url;
  const name = encodeValue(file.split(/[\\/]/).at(-1) ?? '');
  return url.replace(
    /^([^/]*\/\/[^/?#]*)(\/(?:[^?#]*\/)?)?(?=[?#]|$)/,
    (_, host: string, path = '/') => host + path + name,
  );
}
