/**
 * Splits `objects[0].name` into steps: names with dots between them, `[0]`, `['a name']`. A path may begin with `[0]`, which
 * httpYac does not support.
 */
export function pathSteps(path: string): string[] | undefined {
  const steps: string[] = [];
  const pattern = /\.?([\p{ID_Start}$_][\p{ID_Continue}$]*)|\[(\d+)\]|\[(?:'([^'\\]*)'|"([^"\\]*)")\]/uy;
  while (pattern.lastIndex < path.length) {
    const isFirst = pattern.lastIndex === 0;
    const match = pattern.exec(path);
    if (match === null || (match[1] !== undefined && isFirst === match[0].startsWith('.'))) return undefined;
    steps.push(match.slice(1).find(group => group !== undefined) ?? '');
  }
  return steps.length > 0 ? steps : undefined;
}
