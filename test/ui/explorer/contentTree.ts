/**
 * Returns the tree path of content: the only code that knows the levels between an environment and its content groups.
 */
export function contentPath(application: string, environment: string, ...labels: string[]): string[] {
  return [application, environment, 'Content Library', ...labels];
}
