import type { Field, Operation, OperationMatch } from '../../api/operations/catalogue';
import { isForm, isOwnHeader } from '../document/rules';
import type {
  CheckNode,
  DirectiveNode,
  HeaderNode,
  Range,
  Reference,
  RequestDocument,
  RequestNode,
  VariableNode,
} from '../document/syntax';
import { bodyFieldNames, matchOf, writtenTarget } from './targetAt';
import { definitions } from '../document/variables';

/** The syntax node at a position, for hovers, definitions and renaming. */
export type NodeAt = { range: Range } & (
  | { kind: 'reference'; reference: Reference; definition: VariableNode | undefined }
  | { kind: 'variable'; variable: VariableNode }
  | { kind: 'target'; request: RequestNode; match: OperationMatch | undefined }
  | { kind: 'field'; field: Field; operation: Operation }
  | { kind: 'header'; header: HeaderNode; isOwn: boolean }
  | { kind: 'directive'; directive: DirectiveNode }
  | { kind: 'check'; check: CheckNode }
);

export function nodeAt(document: RequestDocument, offset: number): NodeAt | undefined {
  const covers = ({ start, end }: Range): boolean => start <= offset && offset <= end;
  const reference = document.references.find(covers);
  if (reference !== undefined) {
    const definition = definitions(document).get(reference.expression.text);
    return { kind: 'reference', range: reference, reference, definition };
  }
  const variable = document.variables.find(node => covers(node.name));
  if (variable !== undefined) return { kind: 'variable', range: variable.name, variable };
  const directive = directivesAt(document, offset).find(covers);
  if (directive !== undefined) return { kind: 'directive', range: directive, directive };
  const request = requestAt(document, offset);
  if (request === undefined) return undefined;
  const header = request.headers.find(covers);
  if (header !== undefined) return { kind: 'header', range: header, header, isOwn: isOwnHeader(header.name.text) };
  const check = request.checks.find(covers);
  if (check !== undefined) return { kind: 'check', range: check, check };
  const match = matchOf(request, document);
  const operation = match?.kind === 'found' ? match.operation : undefined;
  const names = [...writtenTarget(request, document).query, ...(bodyFieldNames(request, isForm(request)) ?? [])];
  const name = names.find(covers);
  const fields = [...(operation?.query ?? []), ...(operation?.body ?? [])];
  const field = fields.find(one => one.name === name?.text);
  if (name !== undefined && field !== undefined && operation !== undefined) {
    return { kind: 'field', range: name, field, operation };
  }
  return covers(request.line) ? { kind: 'target', range: request.line, request, match } : undefined;
}

/** Returns the directives of the request at an offset, even if its request line is missing. */
export function directivesAt(document: RequestDocument, offset: number): DirectiveNode[] {
  const section = document.sections.findLast(({ start }) => start <= offset);
  return (section?.items ?? []).filter(item => item.kind === 'directive');
}

export function requestAt(document: RequestDocument, offset: number): RequestNode | undefined {
  return document.requests.findLast(
    ({ start, end }) => start <= offset && (offset < end || end === document.text.length),
  );
}
