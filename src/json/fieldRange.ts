import type { Range } from './json';

/**
 * Returns the range of a field name in JSON that is indented by two spaces per level; in a list, that of its first
 * item. For a missing field, returns the range of its parent.
 * @param path as in `Difference`, such as `objects[].id`
 * @param from offset of the JSON in the text
 */
export function fieldRange(text: string, path: string, from = 0): Range {
  let range = { start: from, end: from };
  let indent = '\n';
  for (const step of path.split('.')) {
    const name = step.replaceAll('[]', '');
    if (name !== '') {
      indent += '  ';
      const key = JSON.stringify(name);
      const nameStart = text.indexOf(`${indent}${key}:`, range.start - 1);
      if (nameStart < 0) break;
      const start = nameStart + indent.length;
      range = { start, end: start + key.length };
    }
    indent += '  '.repeat(step.split('[]').length - 1);
  }
  return range;
}
