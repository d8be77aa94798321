const joiner = '[\\u200c\\u200d]';

// Letters of cursive scripts change their form beside a joiner: Arabic, Syriac, Mandaic, Mongolian and others.
const cursiveScripts = ['Arab', 'Syrc', 'Mand', 'Mong', 'Nkoo', 'Rohg', 'Adlm', 'Phag', 'Mani'];
const cursiveLetter = `(?=\\p{L})(?:${cursiveScripts.map(script => `\\p{sc=${script}}`).join('|')})`;
// The virama signs, which join consonants in Indian and South-East Asian scripts.
const virama =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u0f84\\u1039\\u103a\\u17d2\\u1b44\\u1baa\\u1bab' +
  '\\ua9c0\\uaaf6\\u{11133}\\u{1134d}\\u{11442}\\u{114c2}\\u{115bf}\\u{1163f}]';
// Bounded, because hostile text with very many marks would slow down the lookbehinds.
const marks = '\\p{M}{0,8}';
const emoji = '\\p{Extended_Pictographic}';

/** The contexts in which a joiner has an effect: RFC 5892, appendix A.1 and A.2, narrowed by UTS #39, 3.1.1. */
const contexts = [
  `(?<=${cursiveLetter}${marks})${joiner}(?=${cursiveLetter})`,
  `(?<=\\p{L}${marks}${virama}${marks})${joiner}(?=\\p{L})`,
  // U+200D after a virama at the end of a word: the consonant keeps its half form.
  `(?<=\\p{L}${marks}${virama})\\u200d(?![\\p{L}\\p{M}])`,
  // U+200D between the letter ra and the virama, in Bengali and Kannada: the usual spelling of some words.
  '(?<=[\\u09b0\\u0cb0])\\u200d(?=[\\u09cd\\u0ccd])',
  `(?<=${emoji}[\\ufe0f\\p{Emoji_Modifier}]{0,2})\\u200d(?=${emoji})`,
];
// The lookahead comes first, so that the slow lookbehinds run only at joiners.
const effective = new RegExp(`(?=${joiner})(?:(${contexts.join('|')})|${joiner})`, 'gu');

/**
 * Removes zero-width joiners and non-joiners (U+200D, U+200C) that have no effect: they could only make two different
 * names look the same. Keeps them between emoji, and in scripts that need them for correct spelling.
 */
export function withoutIdleJoiners(text: string): string {
  if (!/[\u200c\u200d]/.test(text)) return text;
  const single = text.replace(/([\u200c\u200d])[\u200c\u200d]+/g, '$1');
  return single.replace(effective, (_, kept: string | undefined) => kept ?? '');
}
