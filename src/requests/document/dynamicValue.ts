import { randomInt, randomUUID } from 'node:crypto';
import type { Secret } from '../../api/secret';
import { RequestError } from './requestError';
import type { Piece } from './secretText';
import { variableName, type Token } from './syntax';

export type MachineSource = '$dotenv' | '$processEnv';

/** The services that functions such as `{{$secret name}}` need. */
export interface ValueSources {
  /** Asks the user a question. Rejects when the user dismisses it. */
  prompt(question: string): Promise<string>;
  /** Returns a secret of the application by its name. Rejects when it does not exist. */
  secret(name: string): Promise<Secret>;
  /**
   * Returns a value of `.env` or of the process environment. Rejects when it does not exist or may not be read.
   * @param isPublic whether the document declares the value public: it is not masked, and may be part of an address
   */
  machineValue(source: MachineSource, name: string, isPublic: boolean): Promise<Secret>;
  /** Returns the current time in Unix milliseconds. */
  now(): number;
}

/** A time before or after now, as in REST Client: `-1 d`, `3 h`. The limits keep the time a valid date. */
const offset = String.raw`([+-]?\d{1,4})\s+([yM])|([+-]?\d{1,6})\s+(w|d|h|m|s|ms)`;
const unitsInMilliseconds = new Map([
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
]);

/** The functions by name with their syntax, for completion and diagnostics. `example`: a call with all arguments. */
export const dynamicValues: Readonly<Record<string, { call: string; example?: string; arguments: RegExp }>> = {
  $guid: { call: '$guid', arguments: /^$/ },
  $timestamp: { call: '$timestamp', example: '$timestamp -1 d', arguments: new RegExp(`^(?:${offset})?$`) },
  $randomInt: { call: '$randomInt 1 100', arguments: /^(-?\d{1,15})\s+(-?\d{1,15})$/ },
  $datetime: {
    call: '$datetime iso8601',
    example: '$datetime iso8601 -1 d',
    arguments: new RegExp(String.raw`^(?:iso8601|rfc1123)(?:\s+(?:${offset}))?$`),
  },
  $prompt: { call: '$prompt question', arguments: /^\S/ },
  $secret: { call: '$secret name', arguments: new RegExp(`^${variableName}$`, 'u') },
  $dotenv: { call: '$dotenv NAME', arguments: /^[A-Za-z_]\w*(?:\s+public)?$/ },
  $processEnv: { call: '$processEnv NAME', arguments: /^[A-Za-z_]\w*(?:\s+public)?$/ },
};

/** Returns the problem of a function call; `undefined` for a valid one. */
export function dynamicProblem(expression: string): 'unknownFunction' | 'badArguments' | undefined {
  const [name, argument] = split(expression);
  const definition = Object.hasOwn(dynamicValues, name) ? dynamicValues[name] : undefined;
  if (definition === undefined) return 'unknownFunction';
  const match = definition.arguments.exec(argument);
  const isWrongOrder = name === '$randomInt' && match !== null && Number(match[1]) > Number(match[2]);
  return match === null || isWrongOrder ? 'badArguments' : undefined;
}

/**
 * Returns the value of a call `$name arguments`. `$randomInt a b` includes both ends; `$timestamp` is in Unix seconds.
 * Years and months of an offset are those of the calendar in UTC: a month before March 31 is the last day of February.
 * @throws RequestError `unknownFunction`, `badArguments`; errors of the sources
 */
export async function dynamicValue(expression: Token, sources: ValueSources): Promise<Piece> {
  const problem = dynamicProblem(expression.text);
  if (problem !== undefined) throw new RequestError(problem, expression.text, expression);
  const [name, argument] = split(expression.text);
  switch (name) {
    case '$guid':
      return randomUUID();
    case '$timestamp':
      return String(Math.floor(movedTime(sources.now(), argument).getTime() / 1000));
    case '$randomInt':
      return randomBetween(argument);
    case '$datetime': {
      const time = movedTime(sources.now(), argument);
      return argument.startsWith('iso8601') ? time.toISOString() : time.toUTCString();
    }
    case '$prompt':
      return sources.prompt(argument);
    case '$dotenv':
    case '$processEnv': {
      const [variable = '', mark] = argument.split(/\s+/);
      const value = await sources.machineValue(name, variable, mark === 'public');
      return mark === 'public' ? value.reveal() : value;
    }
    default:
      return sources.secret(argument);
  }
}

/** Returns the time with the offset at the end of the arguments, if any. */
function movedTime(now: number, argument: string): Date {
  const [, calendar, unit, amount, smallUnit = ''] = new RegExp(`(?:${offset})$`).exec(argument) ?? [];
  const time = new Date(now + Number(amount ?? 0) * (unitsInMilliseconds.get(smallUnit) ?? 0));
  if (unit === undefined) return time;
  const day = time.getUTCDate();
  time.setUTCMonth(time.getUTCMonth() + Number(calendar) * (unit === 'y' ? 12 : 1), 1);
  time.setUTCDate(Math.min(day, daysInMonth(time)));
  return time;
}

function daysInMonth(time: Date): number {
  const lastDay = new Date(time);
  lastDay.setUTCMonth(time.getUTCMonth() + 1, 0);
  return lastDay.getUTCDate();
}

function randomBetween(bounds: string): string {
  const [low = 0, high = 0] = bounds.split(/\s+/).map(Number);
  // randomInt supports ranges below 2^48.
  const width = Math.min(high - low + 1, 2 ** 48 - 1);
  return String(low + randomInt(width));
}

function split(expression: string): [name: string, argument: string] {
  const space = expression.search(/\s/);
  return space < 0 ? [expression, ''] : [expression.slice(0, space), expression.slice(space).trim()];
}
