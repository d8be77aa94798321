import { listOf, ListQuery, type FindOptions } from './listing';
import { Query } from './query';
import { BaseRecord } from './records';
import { segment, type SandboxResponse, type Transport } from './transport';

const profiles = '/oserve/v2.2/miniapp/user_profile/';
const changedProfiles = '/oserve/v2.6/miniapp/user_profile/';

/** A user, or all users that match a search, with pending changes of custom columns. */
export class UserRecord extends BaseRecord {
  readonly #transport: Transport;
  readonly #search: Record<string, unknown> | undefined;

  constructor(transport: Transport, target?: number | string | Record<string, unknown>) {
    super(typeof target === 'object' ? undefined : target);
    this.#transport = transport;
    this.#search = typeof target === 'object' ? target : undefined;
  }

  /** Creates a user. */
  save(): Promise<SandboxResponse> {
    return this.#transport.call('POST', '/__function/user/', { body: this.takeFields() });
  }

  update(): Promise<SandboxResponse> {
    const path = this.recordId === undefined ? changedProfiles : `${changedProfiles}${this.recordId}/`;
    const query = this.#search ?? {};
    return this.#transport.call('PUT', path, { body: this.takeChanges(), query });
  }

  setAccount(account: Record<string, unknown>): Promise<SandboxResponse> {
    const { password, ...names } = account;
    const body = { ...names, ...(password === undefined ? {} : { new_password: password }) };
    return this.#transport.call('PUT', `/oserve/v2.1/miniapp/user/account/${this.recordId}/`, { body });
  }

  /** Returns the form of a pointer to this user: the ID as text. */
  toJSON(): unknown {
    return this.recordId === undefined ? {} : String(this.recordId);
  }
}

/** The users of the application. */
export class User extends ListQuery {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super();
    this.#transport = transport;
  }

  create(): UserRecord {
    return new UserRecord(this.#transport);
  }

  getWithoutData(target: number | string | Query): UserRecord {
    if (!(target instanceof Query)) return new UserRecord(this.#transport, target);
    return new UserRecord(this.#transport, this.setQuery(target).takeSearch());
  }

  get(id: number | string): Promise<SandboxResponse> {
    return this.#transport.call('GET', `${profiles}${segment(id)}`, { query: this.takeView() });
  }

  find(options?: FindOptions): Promise<SandboxResponse> {
    return this.findAt(this.#transport, profiles, options);
  }

  count(): Promise<number> {
    return this.countAt(this.#transport, profiles);
  }

  delete(id: number | string): Promise<SandboxResponse> {
    return this.#transport.call('DELETE', `/__function/user/${segment(id)}`);
  }
}

/** User groups, or groups of groups. */
class Groups extends ListQuery {
  protected readonly transport: Transport;
  readonly #path: string;

  constructor(transport: Transport, path: string) {
    super();
    this.transport = transport;
    this.#path = path;
  }

  get(id: number | string): Promise<SandboxResponse> {
    return this.transport.call('GET', `${this.#path}${segment(id)}`);
  }

  create(fields: Record<string, unknown>): Promise<SandboxResponse> {
    return this.transport.call('POST', this.#path, { body: fields });
  }

  update(id: number | string, fields: Record<string, unknown>): Promise<SandboxResponse> {
    return this.transport.call('PUT', `${this.#path}${segment(id)}`, { body: fields });
  }

  delete(ids: number | string | readonly (number | string)[]): Promise<SandboxResponse> {
    return this.transport.call('DELETE', this.#path, { query: { id__in: listOf(ids) } });
  }

  protected list(query: Record<string, unknown> = {}): Promise<SandboxResponse> {
    return this.findAt(this.transport, this.#path, {}, query);
  }
}

export class UserGroup extends Groups {
  constructor(transport: Transport) {
    super(transport, '/oserve/v1/user-group/');
  }

  getUserGroupList({ parentID }: { parentID?: unknown } = {}): Promise<SandboxResponse> {
    return this.list({ parent_id: parentID });
  }

  addUserIntoGroup(users: readonly number[], groups: readonly number[]): Promise<SandboxResponse> {
    return changeMembers(this.transport, 'add', users, groups);
  }

  removeUserFromGroup(users: readonly number[], groups: readonly number[]): Promise<SandboxResponse> {
    return changeMembers(this.transport, 'remove', users, groups);
  }
}

export class UserSuperGroup extends Groups {
  constructor(transport: Transport) {
    super(transport, '/__function/user-supergroup/');
  }

  getUserSuperGroupList(): Promise<SandboxResponse> {
    return this.list();
  }
}

function changeMembers(
  transport: Transport,
  op: string,
  users: readonly number[],
  groups: readonly number[],
): Promise<SandboxResponse> {
  const body = [{ op, path: '/membership', groups: listOf(groups), users: listOf(users) }];
  return transport.call('PATCH', '/oserve/v1/miniapp/group/membership/', { body });
}
