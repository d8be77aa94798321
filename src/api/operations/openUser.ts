import { countedPaging, idIn, optional, orderBy, paging, required, shape, where } from './field';
import { operation, type Details, type Operation } from './operation';

const open = (id: string, line: string, description: string, details: Details = {}): Operation =>
  operation('user', `openApi.${id}`, line, description, details);

const profiles = '/oserve/v2.2/miniapp/user_profile/';
const name = required('name', 'string', 'Name of the group.');
const neededIds = { ...idIn, required: true };

const groups = (
  kind: string,
  [one, several]: readonly [string, string],
  path: string,
  parent: Details['body'],
  fields: string,
): Operation[] => [
  open(`${kind}.list`, `GET ${path}`, `${several}.`, { query: paging, response: shape('list', fields) }),
  open(`${kind}.create`, `POST ${path}`, `Creates a ${one}.`, { body: [name, ...(parent ?? [])] }),
  open(`${kind}.get`, `GET ${path}:group_id/`, `One ${one}.`, { response: shape('object', fields) }),
  open(`${kind}.update`, `PUT ${path}:group_id/`, `Changes a ${one}.`, { body: [name] }),
  open(`${kind}.delete`, `DELETE ${path}:group_id/`, `Deletes a ${one}.`, { success: [204] }),
  open(`${kind}.deleteAll`, `DELETE ${path}`, `Deletes several ${several.toLowerCase()}.`, {
    query: [neededIds],
    success: [204],
  }),
];

export const openUser: readonly Operation[] = [
  open('user.list', `GET ${profiles}`, 'Users.', {
    query: [where, orderBy, ...countedPaging],
    response: shape('list', 'id:integer nickname:string created_at:integer updated_at:integer'),
  }),
  open('user.get', `GET ${profiles}:user_id/`, 'One user.', {
    response: shape('object', 'id:integer nickname:string created_at:integer updated_at:integer'),
  }),
  open('user.update', 'PUT /oserve/v2.6/miniapp/user_profile/:user_id/', 'Changes fields of a user.', {
    openBody: true,
  }),
  open('user.updateAll', 'PUT /oserve/v2.6/miniapp/user_profile/', 'Changes every user that where selects.', {
    query: [{ ...where, required: true }, ...countedPaging],
    openBody: true,
  }),
  open('user.updateAccount', 'PUT /oserve/v2.1/miniapp/user/account/:user_id/', 'Changes how a user logs in.', {
    body: [
      optional('email', 'string', 'New e-mail address.'),
      optional('username', 'string', 'New user name.'),
      optional('phone', 'string', 'New phone number.'),
      optional('password', 'string', 'New password.'),
    ],
    openBody: true,
  }),
  open('user.listOld', 'GET /oserve/v1/miniapp/user-profile/', 'Users, in the old form; deprecated.', {
    query: [
      optional('nickname__contains', 'string', 'Part of the nickname.'),
      optional('created_at__gte', 'integer', 'Created at this time or later, Unix seconds.'),
      optional('created_at__lte', 'integer', 'Created at this time or earlier, Unix seconds.'),
      ...paging,
    ],
  }),
  open('user.infoOld', 'GET /oserve/v1/user/info/', 'Users, in the oldest form; deprecated.', { query: paging }),
  ...groups(
    'userGroup',
    ['user group', 'User groups'],
    '/oserve/v1/user-group/',
    [optional('parent', 'id', 'ID of the group above.')],
    'id:integer name:string members:integer parent:object',
  ),
  ...groups(
    'userSupergroup',
    ['group of user groups', 'Groups of user groups'],
    '/oserve/v1/user-supergroup/',
    [],
    'id:integer name:string children:array',
  ),
  open(
    'membership.update',
    'PATCH /oserve/v1/miniapp/group/membership/',
    'Puts users into groups, or takes them out.',
    {
      openBody: true,
    },
  ),
];
