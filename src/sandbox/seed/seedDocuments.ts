import { helloCode } from '../backend/helloFunction';
import { derivedHex, hashPassword } from '../store/hashes';
import type { SeedApplication, SeedEnvironment, SeedUser } from './seed';
import { seededAt, type SeedContentGroup, allCategories } from './seedContent';
import { seedRecords } from './seedTables';
import type { Doc } from '../store/collection';
import type { Seed } from '../store/store';
import { worldDocuments } from './worldSeed';
import { realmOf } from '../backend/backend';
import { blankUser } from '../identity/user';

/**
 * Returns a function that creates the initial documents of a collection when it is first used.
 * @param applications read again for each collection, because the list can change
 */
export function seedDocuments(applications: readonly SeedApplication[]): Seed {
  return (realm, collection) => {
    const environment = applications
      .flatMap(application =>
        [application.production, ...application.testEnvironments].filter(each => realmOf(application, each) === realm),
      )
      .at(0);
    if (environment?.world) return worldDocuments(environment.world, collection);
    return environment ? seedCollection(environment, realm, collection) : [];
  };
}

function seedCollection(environment: SeedEnvironment, realm: string, collection: string): Iterable<Doc> {
  switch (collection) {
    case 'user':
      return seedUsers(environment.users);
    case 'order':
      // Stored oldest first; responses begin with the newest.
      return [...environment.orders].reverse().map(order => ({ ...order }));
    case 'content-group':
    case 'content-category':
    case 'content':
      return seedLibrary(environment.groups, collection);
    case 'table':
      return environment.tables.map(({ table }) => table);
    case 'function':
      return seedFunctions();
    case 'file-category':
      return ['图片 Images', '文档 Documents'].map(name => ({
        id: derivedHex(`file category ${realm} ${name}`, 24),
        name,
        parent: null,
        created_at: seededAt,
        updated_at: seededAt,
      }));
    case 'user-group':
      return [{ id: 1, name: '编辑 Editors', parent: 1 }];
    case 'user-supergroup':
      return [{ id: 1, name: '团队 Teams' }];
    default: {
      const plan = environment.tables.find(({ table }) => collection === `record ${table.id}`);
      const users = environment.users.map(({ id }) => id);
      return plan ? seedRecords(plan, realm, users) : [];
    }
  }
}

function seedFunctions(): Doc[] {
  const stamps = { created_at: seededAt, created_by: '', updated_at: seededAt, updated_by: '' };
  const fields = {
    name: 'hello',
    function_code: helloCode,
    remark: '示例 Example',
    audit_status: 'approved',
    plan_circle: 'P_FREE',
  };
  return [{ id: 1001, ...fields, ...stamps }];
}

/** Yields the users of the seed as documents. */
function* seedUsers(users: readonly SeedUser[]): Generator<Doc> {
  for (const { id, email, username, password } of users) {
    // The salt is the same on every run. This is safe, because these passwords are in the documentation.
    const salt = String(id);
    const secret = { salt, passwordHash: hashPassword(password, salt) };
    const names = { _email: email, _username: username };
    yield { ...blankUser(id, seededAt), ...profile(username), ...names, ...secret, level: 'silver', points: 120 };
  }
}

function profile(nickname: string) {
  const address = { country: 'China', province: 'Guangdong', city: 'Guangzhou', language: 'zh_CN' };
  const avatar = 'https://cdn.example.com/sandbox/avatar.png';
  return { nickname, avatar, gender: 0, ...address, openid: '', unionid: null };
}

/** Yields the content library of the seed as documents. */
function* seedLibrary(groups: readonly SeedContentGroup[], collection: string): Generator<Doc> {
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
