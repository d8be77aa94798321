import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { filterSuggestions } from '../../../../src/records/filter/complete';
import { readFilter } from '../../../../src/records/filter/filter';
import { nameText } from '../../../../src/records/filter/operators';
import { columns } from './columns';

const now = new Date(2024, 1, 29, 12);

/** Returns the filter after applying each suggestion at `|`. */
function completed(marked: string): string[] {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  return filterSuggestions(text, offset, columns, now).map(
    ({ start, end, insert }) => `${text.slice(0, start)}${insert}${text.slice(end)}`,
  );
}

describe('completion of a filter', () => {
  const all: readonly [marked: string, completed: readonly string[]][] = [
    ['pri|', ['price ']],
    ['PRI|', ['price ']],
    ['na|', ['name ']],
    ['two|', ['`two words` ']],
    ['`two|', ['`two words` ']],
    ['price |', ['=', '!=', 'is empty', 'is not empty', 'is missing', 'is not missing', 'is null', 'is not null', '>', '>=', '<', '<=', 'between', 'in (', 'not in ('].map(each => `price ${each}${/(empty|missing|null|\()$/.test(each) ? '' : ' '}`)],
    ['price bet|', ['price between ']],
    ['tags ha|', ['tags has ', 'tags has all (', 'tags has any (', 'tags has none (']],
    ['photo |', ['photo is empty', 'photo is not empty', 'photo is missing', 'photo is not missing', 'photo is null', 'photo is not null']],
    ['name is |', ['name is empty', 'name is not empty', 'name is missing', 'name is not missing', 'name is null', 'name is not null']],
    ['name is not |', ['name is not empty', 'name is not missing', 'name is not null']],
    ['on_sale = |', ['on_sale = true', 'on_sale = false']],
    ['on_sale = f|', ['on_sale = false']],
    ['size = |', ['size = "S"', 'size = "M"', 'size = "extra large"']],
    ['size = "ex|', ['size = "extra large"']],
    ['size in (S, |', ['size in (S, "S"', 'size in (S, "M"', 'size in (S, "extra large"']],
    ['grade = |', ['grade = 1', 'grade = 2']],
    ['released_at > |', ['released_at > 2024-02-29', 'released_at > 2024-02-28', 'released_at > 2024-02-22', 'released_at > 2024-01-30']],
    ['created_at >= 2024-01|', ['created_at >= 2024-01-30']],
    ['price > 20 |', ['price > 20 and ', 'price > 20 or ']],
    ['name = "a"|', ['name = "a" and ', 'name = "a" or ']],
    ['price > 20 a|', ['price > 20 and ']],
    ['(price > 20 |', ['(price > 20 )', '(price > 20 and ', '(price > 20 or ']],
    ['price between 1 |', ['price between 1 and ']],
    ['price > |', []],
    ['name = "a|', []],
    ['price price |', []],
    ['{"price|', []],
    ['pri| > 20', ['price  > 20']],
  ]; // oxfmt-ignore
  for (const [marked, expected] of all) {
    it(`suggests the possible texts in ${marked}`, () => assert.deepEqual(completed(marked), expected));
  }

  it('suggests every column at the beginning and after and, or, not and a parenthesis', () => {
    for (const before of ['', 'price > 1 and ', 'price > 1 or ', 'not ', '(', 'not (price > 1 or (']) {
      const offered = completed(`${before}|`);
      assert.equal(offered.length, columns.length + 1, before);
      for (const filter of offered) assert.ok(filter.startsWith(before), filter);
    }
  });

  it('suggests only operators that the filter accepts', () => {
    for (const { name } of columns) {
      for (const { insert } of filterSuggestions(`${nameText(name)} `, nameText(name).length + 1, columns, now)) {
        const { problems } = readFilter(`${nameText(name)} ${insert}`, columns);
        const codes = problems
          .map(({ code }) => code)
          .filter(code => !['expectedValue', 'expectedClose'].includes(code));
        assert.deepEqual(codes, [], `${name} ${insert}`);
      }
    }
  });
});
