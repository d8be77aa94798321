import type { Application, Environment } from '../../applications/application';

/** The base of every row. */
export interface NodeBase {
  kind: string;
  /** Stable across refreshes, so VS Code keeps expansion and selection. */
  id: string;
  parent: NodeBase | undefined;
  application: Application;
}

/** A row that belongs to one environment. */
export interface EnvironmentScoped extends NodeBase {
  /** `undefined` means production. */
  environment: Environment | undefined;
}

/** Returns the fields that a row inherits from its parent; `name` distinguishes it from its siblings. */
export function childFields<P extends EnvironmentScoped>(parent: P, name: string) {
  const { application, environment } = parent;
  return { id: `${parent.id}/${name}`, parent, application, environment };
}

/** Returns the node and its ancestors, nearest first. */
export function ancestors(node: NodeBase): NodeBase[] {
  const chain: NodeBase[] = [];
  for (let current: NodeBase | undefined = node; current !== undefined; current = current.parent) chain.push(current);
  return chain;
}

/**
 * Makes repeated IDs unique by adding `#` and a number. The service may repeat an ID, and VS Code rejects a tree with
 * equal IDs.
 */
export function withUniqueIds<N extends { id: string }>(nodes: readonly N[]): N[] {
  const seen = new Map<string, number>();
  return nodes.map(node => {
    const occurrence = seen.get(node.id) ?? 0;
    seen.set(node.id, occurrence + 1);
    return occurrence === 0 ? node : { ...node, id: `${node.id}#${occurrence}` };
  });
}
