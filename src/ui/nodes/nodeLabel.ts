import { kindOf } from './node';
import { ancestors, type NodeBase } from './nodeBase';

/** Its name, else its kind and ID; empty for rows that have neither. */
export function nodeLabel(node: NodeBase): string {
  return kindOf(node).label(node);
}

/** The ID by which the service knows a node; `undefined` where there is none. */
export function nodeId(node: NodeBase): string | undefined {
  return kindOf(node).id?.(node);
}

/** The labels from the application down to the node. The content library is left out: everything below it is content. */
export function nodePath(node: NodeBase): string[] {
  return ancestors(node)
    .filter(({ kind }) => kind !== 'contentLibrary' || node.kind === 'contentLibrary')
    .map(nodeLabel)
    .reverse();
}

/** Whether the text is in the label, the ID or the words of the row, whatever the case of its letters. */
export function nodeContains(node: NodeBase, text: string): boolean {
  const wanted = text.toLowerCase();
  const texts = [nodeLabel(node), nodeId(node), kindOf(node).words?.(node)];
  return texts.some(each => each?.toLowerCase().includes(wanted));
}
