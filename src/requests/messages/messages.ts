import { ApiError } from '../../api/errors';
import type { RequestResult, RunProblem } from '../checks/result';
import { comparesResponses, countOf, type CheckFailure, type Verdict } from '../checks/verdict';
import { checkSubjects, validSubject } from '../document/checkLine';
import type { RequestErrorCode } from '../document/requestError';
import { headerProblem } from '../document/rules';
import { directiveNames, type DirectiveName, type SyntaxProblem } from '../document/syntax';
import type { IgnoredLine } from '../language/ignoredLines';
import type { Difference } from '../checks/documented';
import { dynamicValues } from '../document/dynamicValue';
import { requestNameIn } from '../document/variables';
import { joinSentences, type Translate } from '../../api/messages/template';
import {
  differenceTemplates,
  directiveTemplates,
  failureTemplates,
  ignoredTemplates,
  problemTemplates,
  repeatedNameTemplate,
  requestInBodyTemplate,
  requestTemplates,
  requestVariants,
  resultTemplates,
  syntaxTemplates,
  verdictTemplates,
  type HostErrorCode,
  type HostTemplates,
} from './templates';

const signs = { passed: '✓', failed: '✗', skipped: '-', cancelled: '-' } as const;
const maximumDifferences = 5;

/** The messages about requests, checks and runs, for the editor and the command line. */
export class RequestMessages {
  readonly #translate: Translate;
  readonly #host: HostTemplates;

  constructor(translate: Translate, host: HostTemplates) {
    this.#translate = translate;
    this.#host = host;
  }

  /**
   * The message for a request that cannot be sent as written, with the remedy.
   * @param detail the name with the error
   */
  request(code: RequestErrorCode, detail = '', cause?: unknown): string {
    const special = specialMessages[code]?.(detail, cause);
    if (special !== undefined) return this.#translate(...special);
    if (code in this.#host) return this.#translate(this.#host[code as HostErrorCode], detail);
    return this.#translate(requestTemplates[code as keyof typeof requestTemplates], detail);
  }

  /** The message for a document that cannot be read. */
  syntax({ code, detail = '' }: Pick<SyntaxProblem, 'code' | 'detail'>): string {
    return this.#translate(syntaxTemplates[code], detail);
  }

  /** The message for a line that has no effect. @param name the name of the directive or variable */
  ignoredLine(code: IgnoredLine['code'], name: string): string {
    if (code === 'badDirective') return this.request(code, name);
    if (code === 'unknownDirective' && name === 'prompt')
      return this.#translate(ignoredTemplates.prompt, '{{$prompt question}}');
    return this.#translate(ignoredTemplates[code], name, directiveNames.map(known => `@${known}`).join(', '));
  }

  /** The message for a line of a body that is probably meant as a request. */
  requestInBody(): string {
    return this.#translate(requestInBodyTemplate);
  }

  /** The message for a name that an earlier request already has. */
  repeatedName(name: string): string {
    return this.#translate(repeatedNameTemplate, name);
  }

  /** The message for a check that failed without a comparison, or for a problem in its text. */
  failure(code: CheckFailure, detail = ''): string {
    return this.#translate(failureTemplates[code], detail, checkSubjects.join(', '));
  }

  /** The message for a failed check; empty if it passed. */
  verdict(verdict: Verdict): string {
    const { failure, detail, expected, actual, differences } = verdict;
    if (differences.length > 0) {
      const shown = differences.slice(0, maximumDifferences).map(one => this.difference(one));
      const more = differences.length > maximumDifferences ? ', …' : '';
      return this.#translate(verdictTemplates.documentation, shown.join(', ') + more);
    }
    const reasons = failure === undefined ? [] : [this.failure(failure, detail)];
    if (actual === undefined || comparesResponses(verdict)) return reasons.join('');
    const compared =
      expected === undefined
        ? this.#translate(verdictTemplates.actual, actual)
        : this.#translate(verdictTemplates.expected, expectation(verdict), actual);
    return joinSentences([...reasons, compared]);
  }

  /** The message for a difference between a response and its documentation. */
  difference({ code, path, expected = '', received = '' }: Difference): string {
    const field = path === '' ? this.#translate(differenceTemplates.root) : path;
    return this.#translate(differenceTemplates[code], field, received, expected);
  }

  /** The number of passed checks: “3 of 4 checks passed”. */
  count(verdicts: readonly Verdict[]): string {
    const { passed, total } = countOf(verdicts);
    return this.#translate(verdictTemplates.passed, passed, total);
  }

  /** The message for a request of a run that did not pass, or was not sent. */
  problem({ code, detail = '' }: RunProblem): string {
    if (code === 'error') return detail;
    if (code === 'skip') return detail === '' ? '# @skip' : detail;
    return this.#translate(problemTemplates[code], detail);
  }

  /** The first line about a request in the output of a run: its sign, and its label with the duration. */
  result({ outcome, label, milliseconds, attempts }: RequestResult): { sign: string; text: string } {
    const { time, attempts: several } = resultTemplates;
    const took = this.#translate(attempts > 1 ? several : time, Math.round(milliseconds), attempts);
    return { sign: signs[outcome], text: attempts === 0 ? label : `${label} (${took})` };
  }

  /** The reason why a request did not pass, and each failed check. Lines count from 0. */
  reasons({ problem, verdicts, line }: RequestResult): { text: string; line: number }[] {
    const failed = verdicts.filter(({ passed }) => !passed);
    return [
      ...(problem === undefined ? [] : [{ text: this.problem(problem), line: problem.line ?? line }]),
      ...failed.map(verdict => ({ text: `${verdict.title}: ${this.verdict(verdict)}`, line: verdict.line })),
    ];
  }
}

/** Messages with a template or values that depend on more than the name with the error. */
const specialMessages: Partial<
  Record<RequestErrorCode, (detail: string, cause: unknown) => [template: string, ...values: string[]] | undefined>
> = {
  undefinedVariable: detail => {
    const request = requestNameIn(detail);
    return request === undefined ? undefined : [requestVariants.noSuchRequest, request];
  },
  noValue: (detail, cause) =>
    typeof cause === 'number'
      ? [requestVariants.nothingAfterFailure, requestNameIn(detail) ?? detail, String(cause), detail]
      : undefined,
  unknownFunction: detail => [requestTemplates.unknownFunction, detail, Object.keys(dynamicValues).join(', ')],
  badArguments: detail => [requestTemplates.badArguments, detail, callOf(detail)],
  unknownSubject: detail => {
    const valid = validSubject(detail);
    return valid === undefined
      ? [requestTemplates.unknownSubject, detail, checkSubjects.join(', ')]
      : [requestVariants.otherSubject, detail, valid];
  },
  secretInAddress: detail =>
    /^\$(dotenv|processEnv)\s/.test(detail)
      ? [requestVariants.machineValueInAddress, `{{${detail} public}}`]
      : [requestTemplates.secretInAddress],
  badHeader: detail => [headerTemplate(detail), detail],
  badDirective: detail => [directiveTemplates[detail as DirectiveName], detail],
  notSaved: (_, cause) => [requestTemplates.notSaved, systemCodeSuffix(cause)],
};

/** The expected value with its operator, unless that is `==`: without it, `!=` would expect the value that was found. */
function expectation({ expected = '', operator = '==' }: Verdict): string {
  return operator === '==' ? expected : `${operator} ${expected}`;
}

function headerTemplate(name: string): string {
  if (name.toLowerCase() === 'host') return requestVariants.hostHeader;
  return headerProblem(name, '') === 'connection' ? requestVariants.connectionHeader : requestTemplates.badHeader;
}

/** Returns the correct syntax of the function in a call; empty if there is no such function. */
function callOf(written: string): string {
  const name = written.split(/\s/, 1)[0] ?? '';
  const definition = Object.hasOwn(dynamicValues, name) ? dynamicValues[name] : undefined;
  return definition?.example ?? definition?.call ?? '';
}

/** Returns the code of a system error for the end of a message: ` (ENOSPC)`. Empty for any other error. */
function systemCodeSuffix(cause: unknown): string {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return cause instanceof ApiError || code === undefined ? '' : ` (${code})`;
}
