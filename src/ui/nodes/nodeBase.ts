import type { Application, Environment } from '../../applications/application';

/** What every row of the tree is. */
export interface NodeBase {
  kind: string;
  /** Stays the same when the tree is read anew, so that VS Code keeps expansion and selection. */
  id: string;
  parent: NodeBase | undefined;
  application: Application;
}

/** A row that belongs to one environment. */
export interface EnvironmentScoped extends NodeBase {
  /** `undefined` is production. */
  environment: Environment | undefined;
}

/** What a row takes over from the row above it; `name` tells it from its siblings. */
export function below<P extends EnvironmentScoped>(parent: P, name: string) {
  const { application, environment } = parent;
  return { id: `${parent.id}/${name}`, parent, application, environment };
}

/** The node and those above it, nearest first. */
export function ancestors(node: NodeBase): NodeBase[] {
  const chain: NodeBase[] = [];
  for (let current: NodeBase | undefined = node; current !== undefined; current = current.parent) chain.push(current);
  return chain;
}

/** The service may repeat an ID in a list; VS Code refuses a tree that does. */
export function withUniqueIds<N extends { id: string }>(nodes: readonly N[]): N[] {
  const seen = new Map<string, number>();
  return nodes.map(node => {
    const occurrence = seen.get(node.id) ?? 0;
    seen.set(node.id, occurrence + 1);
    return occurrence === 0 ? node : { ...node, id: `${node.id}#${occurrence}` };
  });
}
