/** The path of content in the tree: the only code that knows the levels between an environment and its groups. */
export function contentPath(application: string, environment: string, ...labels: string[]): string[] {
  return [application, environment, 'Content Library', ...labels];
}
