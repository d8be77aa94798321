/** Escapes a text for HTML, in an element or in an attribute with quotes. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
