import { parseCliProfile } from './cliProfile';

/** A ClientID that was found in a file. */
interface Discovery {
  clientId: string;
  /** The line number, from 1. */
  line: number;
}

/** Files that may call or configure the SDK. */
export const discoveryGlobs = ['**/.mincloudrc', '**/*.{js,mjs,cjs,jsx,ts,mts,tsx,vue,wpy,wxml,axml,swan,html,json}'];
export const discoveryExclude = '**/{node_modules,bower_components,miniprogram_npm,dist,build,out,unpackage,.git}/**';
/** The maximum size in bytes. Larger files are usually generated. */
export const largestFile = 256 * 1024;
/** The maximum number of files of each glob. */
export const maximumFiles = 3000;

/** True if no search for files reached its limit. `searches` has the files of each glob. */
export function isComplete(searches: readonly (readonly unknown[])[]): boolean {
  return searches.every(({ length }) => length < maximumFiles);
}

// `wx.BaaS.init('…')` and its equivalents on other platforms.
const init = /\bBaaS\s*\.\s*init\s*\(\s*(['"`])([\w-]{8,64})\1/gi;
// `clientID: '…'`, `const clientId = "…"`, `"client_id": "…"`; every known ClientID has 20 hexadecimal digits.
const named = /\bclient_?id\b['"]?\s*[:=]\s*(['"`])([0-9a-f]{20,24})\1/gi;
// The default server domain of the SDKs.
const domain = /\bhttps:\/\/()([0-9a-f]{20,24})\.myminapp\.com(?![\w.-])/gi;

/** Returns every ClientID in a file once, in the order of the text. */
export function findClientIds(text: string, fileName: string): Discovery[] {
  if (/(^|[\\/])\.mincloudrc$/.test(fileName)) {
    return parseCliProfile(text).clientIds.map(clientId => ({ clientId, line: 1 }));
  }
  const matches = [init, named, domain].flatMap(pattern =>
    [...text.matchAll(pattern)].map(match => ({ clientId: match[2] ?? '', at: match.index })),
  );
  matches.sort((one, other) => one.at - other.at);
  const seen = new Set<string>();
  return matches
    .filter(({ clientId }) => {
      // Placeholders in examples, such as `clientID` or `YOUR_CLIENT_ID`, contain no digit.
      const isNew = /\d/.test(clientId) && !seen.has(clientId);
      seen.add(clientId);
      return isNew;
    })
    .map(({ clientId, at }) => ({ clientId, line: text.slice(0, at).split('\n').length }));
}
