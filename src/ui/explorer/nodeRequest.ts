import type { TreeNode } from '../nodes/node';
import { nodeId } from '../nodes/nodeLabel';

/** The Web API request that reads a node. */
export interface NodeRequest {
  path: string;
  query: Record<string, string>;
  /** Whether it is made on behalf of the signed-in user. */
  asUser: boolean;
}

/** `undefined` for what is not read with one request. */
export function nodeRequest(node: TreeNode): NodeRequest | undefined {
  switch (node.kind) {
    case 'contentLibrary':
      return read('/hserve/v1/content/group/');
    case 'contentGroup':
      return read('/hserve/v1/content/category/', { content_group_id: node.group.id });
    case 'contentCategory':
      return read(`/hserve/v1/content/category/${segment(node)}/`);
    case 'content':
      return read(`/hserve/v2.2/content/detail/${segment(node)}/`);
    case 'orders':
      return { ...read('/hserve/v2.0/idp/pay/order/'), asUser: true };
    case 'order':
      return { ...read(`/hserve/v2.0/idp/pay/order/${segment(node)}/`), asUser: true };
    case 'application':
    case 'environment':
    case 'user':
    case 'favourites':
    case 'favourite':
    case 'sandboxRequests':
    case 'sandboxRequest':
    case 'more':
    case 'error':
      return undefined;
  }
}

function read(path: string, query: Record<string, string> = {}): NodeRequest {
  return { path, query, asUser: false };
}

function segment(node: TreeNode): string {
  return encodeURIComponent(nodeId(node) ?? '');
}
