import { Items, listOf, ServiceList } from './listing';
import { Query } from './query';
import { FoundRecord } from './records';
import { segment, type SandboxResponse, type Transport } from './transport';

const profiles = '/oserve/v2.2/miniapp/user_profile/';
const changedProfiles = '/oserve/v2.6/miniapp/user_profile/';

/** A user, or all users that match a search, with pending changes of custom columns. */
export class UserRecord extends FoundRecord {
  readonly #transport: Transport;

  constructor(transport: Transport, target?: number | string | Record<string, unknown>) {
    super(target);
    this.#transport = transport;
  }

  /** Creates a user. */
  save(): Promise<SandboxResponse> {
    return this.#transport.call('POST', '/__function/user/', { body: this.takeFields() });
  }

  update(): Promise<SandboxResponse> {
    const path = this.recordId === undefined ? changedProfiles : `${changedProfiles}${this.recordId}/`;
    return this.#transport.call('PUT', path, this.takeUpdate());
  }

  setAccount(account: Record<string, unknown>): Promise<SandboxResponse> {
    const { password, ...names } = account;
    const body = { ...names, ...(password === undefined ? {} : { new_password: password }) };
    return this.#transport.call('PUT', `/oserve/v2.1/miniapp/user/account/${this.recordId}/`, { body });
  }
}

/** The users of the application. */
export class User extends Items {
  constructor(transport: Transport) {
    super(transport, profiles);
  }

  create(): UserRecord {
    return new UserRecord(this.transport);
  }

  getWithoutData(target: number | string | Query): UserRecord {
    if (!(target instanceof Query)) return new UserRecord(this.transport, target);
    return new UserRecord(this.transport, this.setQuery(target).takeSearch());
  }

  delete(id: number | string): Promise<SandboxResponse> {
    return this.transport.call('DELETE', `/__function/user/${segment(id)}`);
  }
}

/** User groups, or groups of groups. */
class Groups extends ServiceList {
  get(id: number | string): Promise<SandboxResponse> {
    return this.send('GET', segment(id));
  }

  create(fields: Record<string, unknown>): Promise<SandboxResponse> {
    return this.send('POST', '', { body: fields });
  }

  update(id: number | string, fields: Record<string, unknown>): Promise<SandboxResponse> {
    return this.send('PUT', segment(id), { body: fields });
  }

  delete(ids: number | string | readonly (number | string)[]): Promise<SandboxResponse> {
    return this.send('DELETE', '', { query: { id__in: listOf(ids) } });
  }
}

export class UserGroup extends Groups {
  constructor(transport: Transport) {
    super(transport, '/oserve/v1/user-group/');
  }

  getUserGroupList({ parentID }: { parentID?: unknown } = {}): Promise<SandboxResponse> {
    return this.search({}, { parent_id: parentID });
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
    return this.search();
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
