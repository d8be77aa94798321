import type { FoundCredential } from './spans';

/**
 * Formats of values that are credentials under any name. `has` is a part of each match: most texts do not contain it, and a
 * search for it is fast. Schemes of authorization ignore upper and lower case, so they have none.
 */
const shapes: { has?: string; pattern: RegExp; isReal?: (value: string) => boolean }[] = [
  // The name and password in an address: `https://user:password@host`.
  { has: '@', pattern: /\b[a-z][a-z\d+.-]{0,30}:\/\/([^\s/?#@"'<>\\]{1,300})(?=@)/gi },
  // In JSON, the line breaks of a key are escaped.
  {
    has: 'PRIVATE KEY',
    pattern: /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^"<>-]{1,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?)/g,
  },
  { has: 'AKIA', pattern: /\b(AKIA[\dA-Z]{16})\b/g },
  { has: 'ASIA', pattern: /\b(ASIA[\dA-Z]{16})\b/g },
  { has: 'gh', pattern: /\b(gh[pousr]_[A-Za-z\d]{20,255})\b/g },
  { has: 'github_pat_', pattern: /\b(github_pat_\w{20,255})\b/g },
  { has: 'glpat-', pattern: /\b(glpat-[\w-]{16,255})/g },
  { has: 'sk-', pattern: /\b(sk-[\w-]{16,255})/g },
  { has: 'sk_', pattern: /\b([sr]k_(?:live|test)_[A-Za-z\d]{10,255})\b/g },
  { has: 'xox', pattern: /\b(xox[abeoprs]-[\w-]{10,255})/g },
  { has: 'AIza', pattern: /\b(AIza[\w-]{35})/g },
  // JSON Web Tokens; the parts of a short one can be two characters long. A long first part without a dot also matches,
  // although it is no token: otherwise the search would begin again at each `eyJ` inside it.
  {
    has: 'eyJ',
    pattern: /(?<![A-Za-z\d])(eyJ[\w-]{2,}(?:\.[\w-]{2,}\.[\w-]*)?)/g,
    isReal: value => value.includes('.'),
  },
  {
    pattern: /\bBasic\s{1,4}([A-Za-z\d+/_-]{4,4000}={0,2})(?![\w])/gi,
    isReal: value => /^[^\0-\x1f]*:/.test(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    pattern: /\bBearer\s{1,4}([\w.~+/-]{8,8000}={0,2})/gi,
    isReal: value => /\d/.test(value),
  },
  { pattern: /\bHydrogen-r1\s{1,4}([\w.~+/-]{8,8000}={0,2})/gi },
];

export function* findShaped(text: string): Generator<FoundCredential> {
  for (const { has, pattern, isReal } of shapes) {
    if (has !== undefined && !text.includes(has)) continue;
    for (const match of text.matchAll(pattern)) {
      const [whole, value = ''] = match;
      if (isReal !== undefined && !isReal(value)) continue;
      const end = match.index + whole.length;
      yield { start: end - value.length, end, value };
    }
  }
}
