// Control characters, and the marks that reorder text (a name must not be able to rewrite what stands beside it).
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Foreign text made fit for a label: one meaning, bounded length. Line breaks are kept for tooltips. */
export function plainText(text: string, longest = 300): string {
  // A word joiner keeps `$(name)` from becoming an icon in quick picks and the status bar, and `[text](command:…)` from
  // becoming a link that runs in notifications.
  const clean = text.replace(invisible, ' ').replaceAll('$(', '$\u2060(').replaceAll('](', ']\u2060(');
  const characters = [...clean.slice(0, longest * 2)];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : clean;
}
