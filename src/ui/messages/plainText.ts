import { withoutIdleJoiners } from './joiners';

// Control and format characters, line and paragraph separators, and everything that is drawn as nothing: the marks that
// reorder text (a name must not be able to rewrite what is beside it), tags, Hangul fillers. Line feeds are kept for
// tooltips and modals, the emoji selector for the look of emoji; joiners have rules of their own.
const invisible = /(?:(?![\n\ufe0f\u200c\u200d])[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])+/gu;

/**
 * Foreign text as VS Code may draw it: nothing invisible, no link and no icon. VS Code turns `[label](command:id)` into
 * a link that runs in notifications, prompts and validation messages, and `$(name)` into an icon; a space before the
 * bracket makes text of both. Doing it twice changes nothing more.
 */
export function defuse(text: string): string {
  const visible = withoutIdleJoiners(text.replaceAll('\r\n', '\n').replace(invisible, ' '));
  return visible.replaceAll('](', '] (').replaceAll('$(', '$ (');
}

/**
 * Foreign text as a block of code in Markdown. Its fence is longer than every run of backticks in the text, so that
 * nothing inside ends it: VS Code's own `appendCodeblock` overlooks one that is indented.
 */
export function codeBlock(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** As `defuse`, and no longer than a label may be. */
export function plainText(text: string, longest = 300): string {
  const clean = defuse(text);
  const characters = [...clean.slice(0, longest * 2 + 2)];
  return characters.length > longest ? `${withoutIdleJoiners(characters.slice(0, longest - 1).join(''))}…` : clean;
}
