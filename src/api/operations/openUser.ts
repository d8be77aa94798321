import {
  account,
  bulkResponse,
  countedPaging,
  expand,
  keys,
  neededIds,
  emptyResponse,
  optional,
  orderBy,
  paging,
  required,
  shape,
  where,
} from './field';
import { operation, type Details, type Field, type Operation } from './operation';

const open = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('user', `openApi.${id}`, line, description, details);

const profiles = '/oserve/v2.2/miniapp/user_profile/';
const changed = '/oserve/v2.6/miniapp/user_profile/';
const oldProfiles = '/oserve/v1/miniapp/user-profile/';
const oldInfo = '/oserve/v1/user/info/';
const name = required('name', 'string', 'Name of the group.');
const profile =
  'id:integer created_at:integer updated_at:integer created_by?:any nickname?:string avatar?:string gender?:integer ' +
  'country?:string province?:string city?:string language?:string openid?:string unionid?:string is_authorized?:boolean';
const oldProfile =
  'id:any user_id:any nickname:string avatar?:string gender?:integer country?:string province?:string city?:string ' +
  'openid?:string unionid?:string user_group?:array created_at?:integer';
const oldFilters = [
  optional('nickname', 'string', 'The nickname.'),
  optional('nickname__contains', 'string', 'Part of the nickname.'),
  optional('gender', 'integer', '1 male, 2 female.', ['1', '2']),
  optional('group__in', 'string', 'IDs of user groups, comma-separated.'),
  optional('openid', 'string', ''),
  optional('unionid', 'string', ''),
  optional('user_id', 'id', 'ID of the user.'),
  optional('created_at__gte', 'integer', 'Created at this time or later, Unix seconds.'),
  optional('created_at__lte', 'integer', 'Created at this time or earlier, Unix seconds.'),
];

interface GroupKind {
  one: string;
  several: string;
  path: string;
  /** The filters of the list. */
  filters: readonly Field[];
  /** The field with the parent or the children of a group. */
  relation: Field;
  fields: string;
}

const groups = (kind: string, { one, several, path, filters, relation, fields }: GroupKind): Operation[] => [
  open(`${kind}.list`, `GET ${path}`, `${several}.`, {
    query: [...filters, ...paging],
    response: shape('list', fields),
  }),
  open(`${kind}.create`, `POST ${path}`, `Creates a ${one}.`, { body: [name, relation], success: [201] }),
  open(`${kind}.get`, `GET ${path}:group_id/`, `One ${one}.`, { response: shape('object', fields) }),
  open(`${kind}.update`, `PUT ${path}:group_id/`, `Changes a ${one}.`, {
    body: [name, relation],
    response: shape('object', fields),
  }),
  open(`${kind}.delete`, `DELETE ${path}:group_id/`, `Deletes a ${one}.`, { success: [204], response: emptyResponse }),
  open(`${kind}.deleteAll`, `DELETE ${path}`, `Deletes several ${several.toLowerCase()}.`, {
    query: [neededIds],
    success: [204],
    response: emptyResponse,
  }),
];

export const openUser: readonly Operation[] = [
  open('user.list', `GET ${profiles}`, 'Users.', {
    also: ['v1.9'],
    old: ['v1.9'],
    query: [where, orderBy, keys, expand, ...countedPaging],
    response: shape('list', profile),
  }),
  open('user.get', `GET ${profiles}:user_id/`, 'One user.', {
    also: ['v1.9'],
    old: ['v1.9'],
    query: [keys, expand],
    response: shape('object', profile),
  }),
  open('user.update', `PUT ${changed}:user_id/`, 'Changes fields of a user.', {
    also: ['v1.9'],
    old: ['v1.9'],
    response: shape('object', profile),
  }),
  open('user.updateAll', `PUT ${changed}`, 'Changes every user that where selects; without where, all users.', {
    query: [where, ...countedPaging],
    needsCondition: true,
    response: bulkResponse,
  }),
  open('user.updateAccount', 'PUT /oserve/v2.1/miniapp/user/account/:user_id/', 'Changes how a user logs in.', {
    body: [
      optional('email', 'string', 'New e-mail address; null takes it away.'),
      optional('username', 'string', 'New user name; null takes it away.'),
      optional('phone', 'string', 'New phone number; null takes it away.'),
      optional('new_password', 'string', 'New password.'),
    ],
    response: account,
  }),
  open('user.listOld', `GET ${oldProfiles}`, 'Users, in the old form; deprecated.', {
    query: [...oldFilters, orderBy, ...paging],
    response: shape('list', oldProfile),
    deprecated: true,
  }),
  open('user.getOld', `GET ${oldProfiles}:profile_id/`, 'One user, in the old form; deprecated.', {
    response: shape('object', oldProfile),
    deprecated: true,
  }),
  open('user.infoOld', `GET ${oldInfo}`, 'Users, in the oldest form; deprecated.', { query: paging, deprecated: true }),
  open('user.infoOldGet', `GET ${oldInfo}:user_id/`, 'One user, in the oldest form; deprecated.', { deprecated: true }),
  open('user.infoOldUpdate', `PUT ${oldInfo}:user_id/`, 'Changes fields of a user, in the oldest form; deprecated.', {
    deprecated: true,
  }),
  ...groups('userGroup', {
    one: 'user group',
    several: 'User groups',
    path: '/oserve/v1/user-group/',
    filters: [optional('parent_id', 'id', 'Only groups below this one.')],
    relation: optional('parent', 'id', 'ID of the parent group.'),
    fields: 'id:integer name:string members:integer parent?:object',
  }),
  ...groups('userSupergroup', {
    one: 'group of user groups',
    several: 'Groups of user groups',
    path: '/oserve/v1/user-supergroup/',
    filters: [],
    relation: optional('children', 'array', 'IDs of the groups in it; a change replaces them all.'),
    fields: 'id:integer name:string children:array',
  }),
  open(
    'membership.update',
    'PATCH /oserve/v1/miniapp/group/membership/',
    'Puts users into groups, or takes them out: a list of {"op": "add", "users": [1], "groups": [2]}, or remove.',
    { success: [204], response: emptyResponse },
  ),
];
