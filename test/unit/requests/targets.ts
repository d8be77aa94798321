/** Environments of the shop: `s` and `t` have the same name, and the name of `n` is the Env ID of `u`. */
export const environments = {
  a: { name: 'Staging', envId: 'env-a' },
  s: { name: 'Test', envId: 'env-s' },
  t: { name: 'TEST', envId: 'env-t' },
  u: { name: 'QA', envId: 'env-u' },
  n: { name: 'env-u', envId: 'env-n' },
  z: { name: '预发布', envId: 'env-z' },
};
export const reserved = { p: { name: 'Production', envId: 'env-p' }, q: { name: '生产环境', envId: 'env-q' } };

export interface App {
  name: string;
  clientId: string;
  serverDomain: string;
  authUrl: string;
  environments: readonly { name: string; envId: string }[];
}

export type TargetIds = [clientId: string, envId: string | undefined];
/** The expected result: the target, or the code of the refusal. */
export type Expected = TargetIds | string;

/** Describes an expected result in the title of a test. */
export function expectedText(expected: Expected): string {
  if (typeof expected === 'string') return `refused as ${expected}`;
  return expected.map(id => id ?? 'production').join('/');
}
