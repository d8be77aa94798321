import { isJsonObject, isList, parseJson, writeJson, type JsonObject } from '../../json/json';
import { isTests } from './conditions';
import { parseFilter } from './parse';
import { printFilter } from './print';
import type { FilterProblem } from './filterProblem';
import { filterTokens } from './tokens';
import { toCondition } from './toWhere';
import { nearestName } from './nearestName';
import type { FilterColumn, FilterContext } from './values';

/** The result of reading a filter. */
interface ReadFilter {
  /** The condition as JSON text; `undefined` for no condition, and while there is an error. */
  where: string | undefined;
  problems: readonly FilterProblem[];
}

/** The maximum encoded length. It keeps the whole address below the service's limit of 16,386 characters. */
const longestWhere = 12_000;

/**
 * Reads a typed filter: `price > 20 and name contains 衬衫 or tags has "red"`, or the JSON of `where`, which begins with
 * a brace. See docs/records.md for the language.
 * @param columns of the table; `undefined` while unknown: then only the syntax is checked
 */
export function readFilter(text: string, columns: readonly FilterColumn[] | undefined): ReadFilter {
  const context: FilterContext = { columns, problems: [] };
  const condition = text.trimStart().startsWith('{') ? readJsonWhere(text, context) : readWords(text, context);
  const where = condition === undefined || condition.size === 0 ? undefined : writeJson(condition);
  if (where !== undefined && encodedLength(where) > longestWhere) {
    context.problems.push({ code: 'tooLong', start: 0, end: text.length });
  }
  const isUsable = context.problems.every(({ isWarning }) => isWarning === true);
  return { where: isUsable ? where : undefined, problems: context.problems };
}

/** Prints a condition as a filter: in words where they mean exactly the same, otherwise as JSON. */
export function filterText(where: string | undefined, columns: readonly FilterColumn[] | undefined): string {
  return where === undefined ? '' : (printFilter(where, columns) ?? where);
}

function readWords(text: string, context: FilterContext): JsonObject | undefined {
  const parsed = parseFilter(filterTokens(text), text.length);
  if ('problem' in parsed) {
    context.problems.push(parsed.problem);
    return undefined;
  }
  return parsed.node && toCondition(parsed.node, context);
}

function readJsonWhere(text: string, context: FilterContext): JsonObject | undefined {
  const parsed = parseJson(text);
  if ('problem' in parsed) {
    const { start, end } = parsed.problem;
    context.problems.push({ code: 'badJson', start, end });
    return undefined;
  }
  const { value, start, end } = parsed.node;
  if (isJsonObject(value)) checkCondition(value, { start, end }, context);
  return isJsonObject(value) ? value : undefined;
}

/** JSON can express more than the filter language; only its form and the column names are checked. */
function checkCondition(condition: JsonObject, at: { start: number; end: number }, context: FilterContext): void {
  for (const [name, test] of condition) {
    if (name === '$and' || name === '$or') {
      if (isList(test) && test.length > 0 && test.every(isJsonObject)) {
        test.forEach(each => checkCondition(each, at, context));
      } else context.problems.push({ code: 'badCondition', ...at, name });
    } else if (name.startsWith('$') || !isTests(test)) {
      context.problems.push({ code: 'badCondition', ...at, name });
    } else if (context.columns?.every(column => column.name !== name.split('.')[0]) === true) {
      const nearest = nearestName(
        name,
        context.columns.map(column => column.name),
      );
      context.problems.push({ code: 'unknownColumn', ...at, name, nearest });
    }
  }
}

/** The length in an address. `URLSearchParams` replaces half a surrogate pair with U+FFFD instead of throwing. */
function encodedLength(where: string): number {
  return new URLSearchParams({ where }).toString().length;
}
