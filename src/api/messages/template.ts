/**
 * Translates a template and fills in its placeholders `{0}`, `{1}`. The editor uses the function of VS Code, the command
 * line its own.
 */
export type Translate = (template: string, ...values: (string | number)[]) => string;

/** Fills in the placeholders of a template. A placeholder without a value stays as it is. */
export function format(template: string, values: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));
}

/** Joins sentences without empty ones. Chinese has no space between them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences
    .filter(sentence => sentence !== '')
    .join(' ')
    .replaceAll('。 ', '。');
}
