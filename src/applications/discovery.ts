import { parseCliProfile } from './cliProfile';

/** A ClientID that a file of a project names. */
interface Discovery {
  clientId: string;
  /** From 1. */
  line: number;
}

/** Files that may call the SDK or configure it. */
export const discoveryGlobs = ['**/.mincloudrc', '**/*.{js,mjs,cjs,jsx,ts,mts,tsx,vue,wpy,wxml,axml,swan,html,json}'];
export const discoveryExclude = '**/{node_modules,bower_components,miniprogram_npm,dist,build,out,unpackage,.git}/**';
/** In bytes; a file that is larger was made by a machine. */
export const largestFile = 256 * 1024;
export const mostFiles = 3000;

// `wx.BaaS.init('…')` and its relatives on the other platforms.
const init = /\bBaaS\s*\.\s*init\s*\(\s*(['"`])([\w-]{8,64})\1/gi;
// `clientID: '…'`, `const clientId = "…"`, `"client_id": "…"`; every ClientID known is 20 hexadecimal digits.
const named = /\bclient_?id\b['"]?\s*[:=]\s*(['"`])([0-9a-f]{20,24})\1/gi;
// The server domain that the SDKs assume.
const domain = /\bhttps:\/\/()([0-9a-f]{20,24})\.myminapp\.com(?![\w.-])/gi;

/** Every ClientID of a file once, in order. */
export function findClientIds(text: string, fileName: string): Discovery[] {
  if (/(^|[\\/])\.mincloudrc$/.test(fileName)) {
    return parseCliProfile(text).clientIds.map(clientId => ({ clientId, line: 1 }));
  }
  const found = [init, named, domain].flatMap(pattern =>
    [...text.matchAll(pattern)].map(match => ({ clientId: match[2] ?? '', at: match.index })),
  );
  found.sort((one, other) => one.at - other.at);
  const seen = new Set<string>();
  return found
    .filter(({ clientId }) => {
      // Words such as `clientID` or `YOUR_CLIENT_ID` stand in examples.
      const isNew = /\d/.test(clientId) && !seen.has(clientId);
      seen.add(clientId);
      return isNew;
    })
    .map(({ clientId, at }) => ({ clientId, line: text.slice(0, at).split('\n').length }));
}
