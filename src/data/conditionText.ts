import { isJsonObject, valueOf, writeJson, type Json } from './json';

const signs: Readonly<Record<string, string>> = { $eq: '=', $ne: '≠', $lt: '<', $lte: '≤', $gt: '>', $gte: '≥' };

/** A condition as people write it: `price < 10, name = "cup"`. What has no such form stays JSON; nothing is left out. */
export function conditionText(where: string): string {
  const condition = valueOf(where);
  if (!isJsonObject(condition)) return where;
  return [...condition].map(([name, test]) => testText(name, test)).join(', ');
}

function testText(name: string, test: Json): string {
  if (name.startsWith('$')) return `${name} ${writeJson(test)}`;
  if (!isJsonObject(test) || test.size === 0 || ![...test.keys()].every(key => key.startsWith('$'))) {
    return `${name} = ${writeJson(test)}`;
  }
  return [...test].map(([operator, value]) => `${name} ${operatorText(operator, value)}`).join(', ');
}

function operatorText(operator: string, value: Json): string {
  if (operator === '$isnull' && typeof value === 'boolean') return value ? '= null' : '≠ null';
  return `${Object.hasOwn(signs, operator) ? signs[operator] : operator} ${writeJson(value)}`;
}
