import { countedPaging, optional, orderBy, required, shape, statusAnswer, where } from './field';
import { operation, type Field, type Operation } from './operation';

const password = required('password', 'string', 'Password of the user.');
const phone = required('phone', 'string', 'Phone number of the user.');
const names: Record<string, Field> = {
  email: required('email', 'string', 'E-mail address of the user.'),
  username: required('username', 'string', 'User name of the user.'),
  phone,
};
const session = shape(
  'object',
  'token:string expires_in:number id:number user_id:number created_at:number updated_at:number created_by:number ' +
    'is_authorized:boolean avatar:string _email?:string _email_verified?:boolean _provider:object _session?:object',
);
const profile = shape(
  'object',
  'id:number nickname:string avatar:string gender:integer country:string province:string city:string ' +
    'is_authorized:boolean created_at:number updated_at:number created_by:number _provider:object',
);

const registrations = Object.entries(names).map(([name, field]) =>
  operation(
    'user',
    `user.registerBy${capital(name)}`,
    `POST /hserve/v2.1/register/${name}/`,
    `Registers a user by ${name} and opens a session.`,
    { also: ['v2.0'], authorization: 'client', body: [field, password], success: [201], response: session },
  ),
);

const logins = Object.entries(names).map(([name, field]) =>
  operation('user', `user.logInBy${capital(name)}`, `POST /hserve/v2.1/login/${name}/`, `Logs in by ${name}.`, {
    also: ['v2.0'],
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
    also: ['v2.0'],
    authorization: 'client',
    body: [phone, required('code', 'string', 'The code of the message.')],
    success: [201],
    risk: 'opensSession',
    response: session,
  }),
  operation('user', 'user.logInAnonymously', 'POST /hserve/v2.0/login/anonymous/', 'Makes an anonymous user.', {
    authorization: 'client',
    response: shape('object', 'token:string user_id:integer expires_in:integer'),
  }),
  operation('user', 'session.destroy', 'POST /hserve/v2.0/session/destroy/', 'Logs the user out.', {
    success: [201],
    risk: 'endsTokens',
    response: statusAnswer,
    source: 'specification, Endpoints, Web API',
  }),
  operation('user', 'user.get', 'GET /hserve/v2.2/user/info/:user_id/', 'One profile.', {
    also: ['v2.5', 'v2.1', 'v2.0'],
    response: profile,
  }),
  operation('user', 'user.list', 'GET /hserve/v2.2/user/info/', 'Profiles.', {
    also: ['v2.0'],
    query: [where, orderBy, ...countedPaging],
    response: shape('list', 'id:number nickname:string created_at:number updated_at:number'),
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
    response: shape('object', 'email:string email_verified:boolean username:string'),
  }),
  operation('user', 'user.updateProfile', 'PUT /hserve/v2.5/user/info/', 'Changes fields of the own profile.', {
    also: ['v2.1'],
    openBody: true,
  }),
  operation('user', 'user.verifyEmail', 'POST /hserve/v2.0/user/email-verify/', 'Sends the verification e-mail.', {
    success: [201],
    response: statusAnswer,
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
      response: statusAnswer,
    },
  ),
];

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
