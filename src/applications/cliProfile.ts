import { jsonValue } from '../json/jsonValue';

/** The content of `.mincloudrc`, the profile of the vendor's command-line tool. */
interface CliProfile {
  /** Every ClientID once, the current one first. */
  clientIds: string[];
  /** The number of access tokens in the file. They are in plain text. */
  tokens: number;
}

/**
 * Parses `.mincloudrc`: lines of `name=value`, or JSON. `client_id` is the current application, and `tokens` is a
 * comma-separated list of `clientId:token`. Counts the tokens, but does not return them.
 */
export function parseCliProfile(text: string): CliProfile {
  const fields = fieldsOf(text.replace(/^\ufeff/, ''));
  const current = fields.get('client_id') ?? '';
  const pairs = (fields.get('tokens') ?? '').split(',').map(pair => pair.split(':').map(part => part.trim()));
  const ids = [current, ...pairs.map(([clientId = '']) => clientId)];
  return {
    clientIds: [...new Set(ids)].filter(id => hostLabel.test(id)),
    tokens: pairs.filter(([, token = '']) => token !== '').length,
  };
}

// The ClientID becomes the first label of the server domain. A slash or a dot would change the host.
const hostLabel = /^[a-z\d][a-z\d-]{0,62}$/i;

function fieldsOf(text: string): Map<string, string> {
  if (text.trimStart().startsWith('{')) return jsonFields(text);
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*([^=;#[\]\s]+)\s*=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, unquoted(value.trim()));
  }
  return fields;
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

function jsonFields(text: string): Map<string, string> {
  const entries = Object.entries(jsonValue(text) ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
