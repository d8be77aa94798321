import {
  account,
  countedPaging,
  expand,
  keys,
  optional,
  orderBy,
  required,
  shape,
  statusResponse,
  where,
} from './field';
import { operation, type Field, type Operation } from './operation';

const password = required('password', 'string', 'Password of the user.');
const phone = required('phone', 'string', 'Phone number of the user.');
const code = required('code', 'string', 'The code from the text message.');
const names: Record<string, { field: Field; also: readonly string[] }> = {
  email: { field: required('email', 'string', 'E-mail address of the user.'), also: ['v2.0'] },
  username: { field: required('username', 'string', 'User name of the user.'), also: ['v2.0'] },
  phone: { field: phone, also: [] },
};
const session = shape(
  'object',
  'token:string expires_in:integer user_id:integer id:integer created_at?:integer updated_at?:integer ' +
    'created_by?:integer is_authorized?:boolean avatar?:string _anonymous?:boolean _username?:string _email?:string ' +
    '_phone?:string _email_verified?:boolean _provider?:object _session?:object',
);
const profile =
  'id:integer nickname?:string avatar?:string gender?:integer country?:string province?:string city?:string ' +
  'language?:string openid?:string unionid?:string is_authorized?:boolean created_at?:integer updated_at?:integer ' +
  'created_by?:any _provider?:object _username?:string _email?:string _phone?:string _email_verified?:boolean';

const registrations = Object.entries(names).map(([name, { field, also }]) =>
  operation(
    'user',
    `user.registerBy${capital(name)}`,
    `POST /hserve/v2.1/register/${name}/`,
    `Registers a user by ${name} and opens a session.`,
    { also, authorization: 'client', body: [field, password], success: [201], response: session },
  ),
);

const logins = Object.entries(names).map(([name, { field, also }]) =>
  operation('user', `user.logInBy${capital(name)}`, `POST /hserve/v2.1/login/${name}/`, `Logs in by ${name}.`, {
    also,
    authorization: 'client',
    body: [field, password],
    success: [201],
    risk: 'opensSession',
    response: session,
  }),
);

export const user: readonly Operation[] = [
  ...registrations,
  ...logins,
  operation('user', 'user.logInBySms', 'POST /hserve/v2.1/login/sms/', 'Logs in by a code sent to the phone.', {
    authorization: 'client',
    body: [phone, code, optional('create_user', 'boolean', 'Whether an unknown person becomes a new user.')],
    success: [201],
    response: session,
  }),
  operation('user', 'user.logInAnonymously', 'POST /hserve/v2.0/login/anonymous/', 'Makes an anonymous user.', {
    authorization: 'client',
    success: [201],
    response: shape('object', 'token:string user_id:integer expires_in:integer'),
  }),
  operation('user', 'session.destroy', 'POST /hserve/v2.0/session/destroy/', 'Logs the user out.', {
    success: [201],
    risk: 'endsTokens',
    response: statusResponse,
    source: 'specification, Endpoints, Web API',
  }),
  operation('user', 'user.get', 'GET /hserve/v2.2/user/info/:user_id/', 'One profile.', {
    also: ['v2.5', 'v2.1', 'v2.0'],
    query: [keys, expand],
    response: shape('object', profile),
  }),
  operation('user', 'user.list', 'GET /hserve/v2.2/user/info/', 'Profiles.', {
    also: ['v2.0'],
    query: [where, orderBy, keys, expand, ...countedPaging],
    response: shape('list', profile),
  }),
  operation('user', 'user.updateAccount', 'PUT /hserve/v2.1/user/account/', 'Changes how the user logs in.', {
    also: ['v2.2', 'v2.0'],
    body: [
      optional('email', 'string', 'New e-mail address; null takes it away.'),
      optional('username', 'string', 'New user name; null takes it away.'),
      optional('phone', 'string', 'New phone number; null takes it away.'),
      optional('password', 'string', 'Current password, together with new_password.'),
      optional('new_password', 'string', 'New password, together with password.'),
    ],
    response: account,
  }),
  operation('user', 'user.updateProfile', 'PUT /hserve/v2.5/user/info/', 'Changes fields of the user’s own profile.', {
    also: ['v2.4', 'v2.1', 'v2.0'],
    response: shape('object', profile),
  }),
  operation('user', 'user.verifyPhone', 'POST /hserve/v2.1/sms-phone-verification/', 'Verifies the user’s phone.', {
    body: [code],
    success: [201],
  }),
  operation('user', 'user.verifyEmail', 'POST /hserve/v2.0/user/email-verify/', 'Sends the verification e-mail.', {
    success: [201],
    response: statusResponse,
  }),
  operation(
    'user',
    'user.resetPassword',
    'POST /hserve/v2.0/user/password/reset/',
    'Sends the e-mail to reset a password.',
    {
      authorization: 'client',
      body: [required('email', 'string', 'E-mail address of the user.')],
      success: [201],
      response: statusResponse,
    },
  ),
];

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
