import { risks, type Operation } from '../../api/operations/catalogue';

/**
 * Returns the operations that contain every word of the query in their texts. Operations with an ID of exactly these
 * words come first, then reading, writing and deleting operations, and outdated ones last.
 * @param textsOf returns the searchable texts of an operation, in any language
 */
export function searchOperations(
  all: readonly Operation[],
  query: string,
  textsOf: (operation: Operation) => readonly string[],
): Operation[] {
  const words = wordsOf(query);
  const matches = all.filter(operation => {
    const text = [...textsOf(operation), otherWordsOf(operation.id)].join(' ').toLowerCase();
    return words.every(word => text.includes(word));
  });
  const isNamed = ({ id }: Operation) => {
    const named = id.split(/\.|(?=[A-Z])/).map(word => word.toLowerCase());
    return named.length === words.length && named.every(word => words.includes(word));
  };
  return matches.sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)) || rank(one) - rank(other));
}

/** Returns words that people search for but the description of the operation does not use. */
function otherWordsOf(id: string): string {
  if (id === 'order.create') return 'WeChat Pay Alipay 微信支付 支付宝';
  // The Chinese documentation of the service has this word for a record.
  return /^(openApi\.)?record\./.test(id) ? '数据项' : '';
}

/** Splits a query into words and ignores plurals (`users` is `user`); scripts without spaces are searched by character. */
function wordsOf(query: string): string[] {
  const words = query.toLowerCase().match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
  return words.map(word => (word.length > 3 ? word.replace(/s$/, '') : word));
}

function rank({ risk, method, deprecated }: Operation): number {
  const old = deprecated ? 100 : 0;
  const deletes = method === 'DELETE' ? 50 : 0;
  return old + deletes + risks.indexOf(risk);
}
