import { directive, type Range, type RequestDocument } from '../document/syntax';

/** A `# @name` that an earlier request already has, so `{{name.response…}}` could mean either of them. */
interface RepeatedName {
  code: 'duplicateName';
  severity: 'warning';
  range: Range;
  detail: string;
}

/** Returns the repeated names, in the order of the document. */
export function repeatedNames({ requests }: RequestDocument): RepeatedName[] {
  const known = new Set<string>();
  return requests.flatMap((request): RepeatedName[] => {
    const value = directive(request, 'name')?.value;
    if (value === undefined || request.name === undefined) return [];
    const isRepeated = known.has(request.name);
    known.add(request.name);
    const { start, end } = value;
    return isRepeated
      ? [{ code: 'duplicateName', severity: 'warning', range: { start, end }, detail: request.name }]
      : [];
  });
}
