/**
 * The properties of a DOM element that helpers read inside the page. The real DOM types are not loaded, because they
 * would also give `src` the globals of a browser.
 */
export interface PageElement {
  readonly className: string;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement> & ArrayLike<PageElement>;
}
