import { labelOf } from '../document/outline';
import type { RequestDocument, RequestNode } from '../document/syntax';
import { definitions, expressionsIn, requestNameIn } from '../document/variables';

/**
 * Returns a function that finds the other requests that a request takes response values from, directly or through
 * variables.
 */
export function dependencyLookup(document: RequestDocument): (request: RequestNode) => readonly RequestNode[] {
  const named = new Map<string, RequestNode[]>();
  for (const request of document.requests) {
    if (request.name !== undefined) named.set(request.name, [...(named.get(request.name) ?? []), request]);
  }
  if (named.size === 0) return () => [];
  const byVariable = namesByVariable(document);
  const needed = document.requests.map(() => new Set<string>());
  let index = 0;
  // References are grouped by request, in the order of the document.
  for (const { start, inside, expression } of document.references) {
    if (inside === 'variable') continue;
    while (start >= (document.requests[index]?.end ?? Infinity)) index++;
    for (const name of namesIn(expression.text, byVariable)) needed[index]?.add(name);
  }
  return request =>
    [...(needed[request.index] ?? [])].flatMap(name => {
      const all = named.get(name) ?? [];
      // If several requests have the name, use the last one above, as when all are sent in order.
      const namedRequest =
        all.findLast(({ index: at }) => at < request.index) ?? all.find(({ index: at }) => at > request.index);
      return namedRequest ?? [];
    });
}

function namesIn(expression: string, byVariable: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const name = requestNameIn(expression);
  return name === undefined ? (byVariable.get(expression) ?? []) : [name];
}

/** Returns the names of the requests that each variable depends on. */
function namesByVariable(document: RequestDocument): Map<string, string[]> {
  const variables = definitions(document);
  const namesOf = [...variables.keys()].map((variable): [string, string[]] => [
    variable,
    [...expressionsIn(variable, variables)].flatMap(expression => requestNameIn(expression) ?? []),
  ]);
  return new Map(namesOf.filter(([, names]) => names.length > 0));
}

interface RunOrder {
  /** Each request once, after the requests it depends on. */
  requests: RequestNode[];
  /** The requests that are in a dependency cycle, each with the labels along that cycle. */
  cycles: Map<RequestNode, string>;
}

/**
 * Orders requests and their dependencies depth first. The path is an array and not the call stack, because it may
 * contain every request of the document.
 */
export function orderOf(
  chosen: readonly RequestNode[],
  needs: (request: RequestNode) => readonly RequestNode[],
): RunOrder {
  const order: RunOrder = { requests: [], cycles: new Map() };
  const visited = new Set<RequestNode>();
  for (const start of chosen) {
    const path: RequestNode[] = [];
    const unvisited = new Map<RequestNode, RequestNode[]>();
    const enter = (request: RequestNode) => {
      path.push(request);
      unvisited.set(request, [...needs(request)].reverse());
    };
    if (!visited.has(start)) enter(start);
    for (let request = path.at(-1); request !== undefined; request = path.at(-1)) {
      const next = unvisited.get(request)?.pop();
      if (next === undefined) {
        visited.add(request);
        order.requests.push(request);
        unvisited.delete(request);
        path.pop();
      } else if (unvisited.has(next)) {
        const cycle = path.slice(path.indexOf(next));
        const labels = [...cycle, next].map(labelOf).slice(0, 20).join(' → ');
        for (const member of cycle) order.cycles.set(member, labels);
      } else if (!visited.has(next)) {
        enter(next);
      }
    }
  }
  return order;
}
