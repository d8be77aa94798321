import type { Application } from '../../../applications/application';
import { applicationWord, type NamedApplication } from '../../../requests/document/rules';

/** The directives that fix application and environment of a new request, whatever is selected when it is sent. */
export function targetLines(
  application: NamedApplication,
  environment: string | undefined,
  all: readonly Application[],
): string {
  const isOnly = all.length === 1 && all[0]?.clientId === application.clientId;
  return [
    ...(isOnly ? [] : [`# @application ${applicationWord(application, all)}\n`]),
    ...(environment === undefined ? [] : [`# @environment ${environment}\n`]),
  ].join('');
}
