/** Creates an element with attributes and children. A string becomes a text node and is never parsed as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, String(value));
  node.append(...children);
  return node;
}

/** Sets an attribute; removes it for `undefined`. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}

/** Sets the text of an element. Reuses an existing text node, which is faster than a new one. */
export function setText(target: Element, text: string): void {
  const { firstChild } = target;
  if (firstChild instanceof Text && target.childNodes.length === 1) firstChild.data = text;
  else target.textContent = text;
}
