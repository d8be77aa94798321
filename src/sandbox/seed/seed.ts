import type { World } from '../../world/world';
import { derivedHex } from '../store/hashes';
import type { BackendApplication, BackendEnvironment } from '../backend/backend';
import { blogContent, shopContent, type SeedContentGroup } from './seedContent';
import type { Order } from '../orders/order';
import { seedOrders } from './seedOrders';
import { blogTables, shopTables, type SeedTable } from './seedTables';

/** A user of the seed. `id` is a long integer, as in the service. */
export interface SeedUser {
  id: number;
  email: string;
  username: string;
  password: string;
}

/** An environment with its initial data. */
export interface SeedEnvironment extends BackendEnvironment {
  groups: SeedContentGroup[];
  users: SeedUser[];
  orders: Order[];
  tables: SeedTable[];
  /** The source of all documents, if present. The fields above then only describe the application. */
  world?: World;
}

export interface SeedApplication extends BackendApplication {
  production: SeedEnvironment;
  testEnvironments: readonly SeedEnvironment[];
}

/**
 * Creates the two made-up applications of every sandbox, the same on every run.
 * @param categories size of the shop's big content group
 * @param products records in the shop's table of products
 */
export function seedApplications(categories: number, products: number): SeedApplication[] {
  const customers = (base: number): SeedUser[] => [
    { id: base + 1, email: 'customer@example.com', username: 'customer', password: 'customer-password' },
    { id: base + 2, email: 'visitor@example.com', username: 'visitor', password: 'visitor-password' },
  ];
  const testers = (base: number): SeedUser[] => [
    { id: base + 1, email: 'customer@example.com', username: 'customer', password: 'customer-password' },
    { id: base + 2, email: 'tester@example.com', username: 'tester', password: 'tester-password' },
  ];
  return [
    application(
      'Sandbox Shop',
      {
        groups: shopContent('production', categories),
        users: customers(36_845_069_000_100),
        orders: 47,
        tables: shopTables(products),
      },
      {
        name: 'Staging',
        groups: shopContent('staging', categories),
        users: testers(36_845_069_000_200),
        orders: 3,
        tables: shopTables(10),
      },
    ),
    application(
      'Sandbox Blog',
      { groups: blogContent('production'), users: customers(36_845_069_000_300), orders: 2, tables: blogTables(24) },
      {
        name: 'Preview',
        groups: blogContent('staging'),
        users: testers(36_845_069_000_400),
        orders: 1,
        tables: blogTables(3),
      },
    ),
  ];
}

interface EnvironmentPlan {
  groups: SeedContentGroup[];
  users: SeedUser[];
  /** The number of orders of the first user; the second has none. */
  orders: number;
  tables: SeedTable[];
}

function application(
  name: string,
  production: EnvironmentPlan,
  test: EnvironmentPlan & { name: string },
): SeedApplication {
  return {
    name,
    clientId: derivedHex(`client ${name}`, 20),
    production: environment(name, 'Production', undefined, production),
    testEnvironments: [environment(name, test.name, derivedHex(`environment ${name} ${test.name}`, 20), test)],
  };
}

function environment(
  application: string,
  name: string,
  envId: string | undefined,
  { groups, users, orders, tables }: EnvironmentPlan,
): SeedEnvironment {
  const owner = users[0]?.id ?? 0;
  return { name, envId, groups, users, orders: seedOrders(`${application} ${name}`, owner, orders), tables };
}
