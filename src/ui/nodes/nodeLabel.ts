import { kindOf } from './node';
import { ancestors, type NodeBase } from './nodeBase';

/** Returns the name, else kind and ID; empty for rows with neither. */
export function nodeLabel(node: NodeBase): string {
  return kindOf(node).label(node);
}

/** Returns the service's ID of a node, if it has one. */
export function nodeId(node: NodeBase): string | undefined {
  return kindOf(node).id?.(node);
}

/**
 * Returns the labels from the application down to the node. Omits the content library, unless it is the node itself.
 */
export function nodePath(node: NodeBase): string[] {
  return ancestors(node)
    .filter(({ kind }) => kind !== 'contentLibrary' || node.kind === 'contentLibrary')
    .map(nodeLabel)
    .reverse();
}

/** Returns the ID of a row whose ID contains the text, but whose label and words do not. */
export function idMatch(node: NodeBase, text: string): string | undefined {
  const lowerText = text.toLowerCase();
  const isVisible = [nodeLabel(node), kindOf(node).words?.(node)].some(each => each?.toLowerCase().includes(lowerText));
  const id = nodeId(node);
  return !isVisible && id?.toLowerCase().includes(lowerText) === true ? id : undefined;
}

/** True if label, ID or words of the row contain the text, ignoring case. */
export function nodeContains(node: NodeBase, text: string): boolean {
  const lowerText = text.toLowerCase();
  const texts = [nodeLabel(node), nodeId(node), kindOf(node).words?.(node)];
  return texts.some(each => each?.toLowerCase().includes(lowerText));
}
