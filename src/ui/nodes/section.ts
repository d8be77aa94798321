import type { Page } from '../../api/webApi/page';

export function mapPage<A, B>({ items, ...page }: Page<A>, map: (item: A) => B): Page<B> {
  return { ...page, items: items.map(map) };
}
