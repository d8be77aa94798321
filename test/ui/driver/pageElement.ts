/** What the helpers read of an element inside the page. The DOM's own types would give `src` a browser's globals. */
export interface PageElement {
  readonly className: string;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}
