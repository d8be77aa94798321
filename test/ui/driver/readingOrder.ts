import type { Page } from 'playwright-core';

/** An element as a screen reader presents it. */
interface Spoken {
  role: string;
  name: string;
  /** The text of a text box. */
  value: string;
  /** The level in a tree: 1 for a root row. 0 for other elements. */
  level: number;
  isFocused: boolean;
}

interface AccessibilityNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  value?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
  backendDOMNodeId?: number;
}

interface DomNode {
  backendNodeId: number;
  children?: DomNode[];
}

/**
 * Returns the elements inside `scope` that have one of these roles, in the order of the browser's accessibility tree.
 */
export async function readAloud(page: Page, scope: string, roles: readonly string[]): Promise<Spoken[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const expression = `document.querySelector(${JSON.stringify(scope)})`;
    const { result } = await session.send('Runtime.evaluate', { expression });
    if (result.objectId === undefined) throw new Error(`There is no ${scope}.`);
    const { node } = await session.send('DOM.describeNode', { objectId: result.objectId, depth: -1 });
    const inside = new Set(idsOf(node));
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AccessibilityNode[] };
    const byId = new Map(nodes.map(each => [each.nodeId, each]));
    const spoken: Spoken[] = [];
    const visit = (at: AccessibilityNode | undefined): void => {
      if (at === undefined) return;
      if (!at.ignored && inside.has(at.backendDOMNodeId) && roles.includes(at.role?.value ?? '')) {
        spoken.push(spokenOf(at));
      }
      for (const id of at.childIds ?? []) visit(byId.get(id));
    };
    visit(nodes[0]);
    return spoken;
  } finally {
    await session.detach();
  }
}

function idsOf({ backendNodeId, children = [] }: DomNode): (number | undefined)[] {
  return [backendNodeId, ...children.flatMap(idsOf)];
}

function spokenOf({ role, name, value, properties = [] }: AccessibilityNode): Spoken {
  const property = (wanted: string) => properties.find(each => each.name === wanted)?.value.value;
  return {
    role: role?.value ?? '',
    // Icons are characters of the private use area. Screen readers do not read them.
    name: (name?.value ?? '').replace(/[\ue000-\uf8ff]/g, '').trim(),
    value: value?.value ?? '',
    level: Number(property('level') ?? 0),
    isFocused: property('focused') === true,
  };
}
