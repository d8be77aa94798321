import { withoutIdleJoiners } from './joiners';

// Control and format characters, line and paragraph separators, and all default-ignorable characters: bidirectional
// marks (a name could reorder the text beside it), tags, Hangul fillers. Excludes line feeds, which tooltips and modals
// need, the emoji selector, and joiners (see joiners.ts).
const invisible = /(?:(?![\n\ufe0f\u200c\u200d])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])+/gu;

/**
 * Makes foreign text safe for VS Code: removes invisible characters, links and icons. VS Code turns
 * `[label](command:id)` into a link that runs in notifications, prompts and validation messages, and `$(name)` into an
 * icon; a space before the bracket prevents both. Idempotent.
 */
export function defuse(text: string): string {
  const visible = withoutIdleJoiners(text.replaceAll('\r\n', '\n').replace(invisible, ' '));
  return visible.replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/**
 * Puts foreign text into a Markdown code block. The fence is longer than every run of backticks in the text, so nothing
 * inside ends it. VS Code's `appendCodeblock` overlooks an indented fence.
 */
export function codeBlock(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** Like `plainText`, but leaves out the middle, because the owner of a host is at its end. */
export function plainHost(text: string, longest = 300): string {
  const clean = defuse(text);
  if (clean.length <= longest) return clean;
  const start = Math.floor(longest / 3);
  return `${clean.slice(0, start)}…${clean.slice(start + 1 - longest)}`;
}

/** Like `defuse`, but also cuts the text to `longest` characters, including the ellipsis. */
export function plainText(text: string, longest = 300): string {
  const clean = defuse(text);
  const characters = [...clean.slice(0, longest * 2 + 2)];
  return characters.length > longest ? `${withoutIdleJoiners(characters.slice(0, longest - 1).join(''))}…` : clean;
}

/** Like `plainText`, with the text on one line. */
export function oneLine(text: string, longest: number): string {
  return plainText(text.replace(/\s+/g, ' '), longest);
}
