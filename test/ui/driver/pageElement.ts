/**
 * The properties of an element that helpers read inside the page. The DOM's own types would give `src` the globals of a
 * browser.
 */
export interface PageElement {
  readonly className: string;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}
