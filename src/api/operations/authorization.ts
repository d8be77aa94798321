import { required, shape } from './field';
import { operation, type Operation } from './operation';

const clientId = required('client_id', 'string', 'ClientID of the application.');
const clientSecret = required('client_secret', 'string', 'ClientSecret of the application.');
const source = 'specification, Endpoints, Open API authorization';
const tokenSet = shape(
  'object',
  'access_token:string token_type:string expires_in:number refresh_token:string scope:string',
);

export const authorization: readonly Operation[] = [
  operation(
    'authorization',
    'authorization.authorize',
    'POST /api/oauth2/hydrogen/openapi/authorize/',
    'Returns a code for the ClientSecret, after two redirects with cookies.',
    {
      authorization: 'none',
      body: [clientId, clientSecret],
      response: shape('object', 'code:string expires_in:number'),
      source,
    },
  ),
  operation(
    'authorization',
    'authorization.accessToken',
    'POST /api/oauth2/access_token/',
    'Returns the token set for a code.',
    {
      authorization: 'none',
      body: [
        clientId,
        clientSecret,
        required('code', 'string', 'The code that authorize gave.'),
        required('grant_type', 'string', 'Which flow: authorization_code.', ['authorization_code']),
      ],
      when: { field: 'grant_type', value: 'authorization_code' },
      response: tokenSet,
      source,
    },
  ),
  operation(
    'authorization',
    'authorization.refreshToken',
    'POST /api/oauth2/access_token/',
    'Returns a new token set, and invalidates all earlier access tokens and refresh tokens of the application.',
    {
      authorization: 'none',
      body: [
        clientId,
        clientSecret,
        required('refresh_token', 'string', 'Refresh token of the current token set.'),
        required('grant_type', 'string', 'Which flow: refresh_token.', ['refresh_token']),
      ],
      when: { field: 'grant_type', value: 'refresh_token' },
      risk: 'endsTokens',
      response: tokenSet,
      source,
    },
  ),
];
