import type { Doc } from '../store/collection';
import type { SeedContentGroup } from './seedContent';
import { allCategories } from './seedContent';

/** The content library of the seed, as documents. */
export function* seedLibrary(groups: readonly SeedContentGroup[], collection: string): Generator<Doc> {
  for (const group of groups) {
    const times = (createdAt: number) => ({ created_at: createdAt, updated_at: createdAt });
    if (collection === 'content-group') {
      yield { id: group.id, name: group.name, acl_gids: [], ...times(group.createdAt) };
    } else if (collection === 'content-category') {
      for (const { id, name, parent, createdAt } of allCategories(group)) {
        yield { id, name, group_id: group.id, parent_id: parent?.id ?? null, ...times(createdAt) };
      }
    } else {
      for (const { id, title, description, cover, categories, content, createdAt } of group.contents) {
        const ids = categories.map(category => category.id);
        const fields = { title, description, cover, content, categories: ids };
        yield { id, ...fields, group_id: group.id, created_by: 1, ...times(createdAt) };
      }
    }
  }
}
