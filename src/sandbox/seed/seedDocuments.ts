import { helloCode } from '../functions/hello';
import { fixedHex } from '../store/credentials';
import type { SeedApplication, SeedEnvironment } from './seed';
import { seededAt } from './seedContent';
import { seedLibrary } from './seedLibrary';
import { seedRecords } from './seedTables';
import type { Doc } from '../store/collection';
import type { Seed } from '../store/store';
import { seedUsers } from './seedUsers';
import { realmOf } from '../backend/backend';

/** The initial documents of every environment, created when a collection is first used. */
export function seedDocuments(applications: readonly SeedApplication[]): Seed {
  const environments = new Map<string, SeedEnvironment>();
  for (const application of applications) {
    for (const environment of [application.production, ...application.testEnvironments]) {
      environments.set(realmOf(application, environment), environment);
    }
  }
  return (realm, collection) => {
    const environment = environments.get(realm);
    return environment ? seedOf(environment, realm, collection) : [];
  };
}

function seedOf(environment: SeedEnvironment, realm: string, collection: string): Iterable<Doc> {
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
        id: fixedHex(`file category ${realm} ${name}`, 24),
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
