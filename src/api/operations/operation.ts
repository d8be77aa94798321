export type Category =
  | 'user'
  | 'database'
  | 'contentLibrary'
  | 'file'
  | 'cloudFunction'
  | 'payment'
  | 'sms'
  | 'miniProgram'
  | 'tools'
  | 'authorization';

/** Which host answers: the Web API the server domain (`{base_url}`), the Open API the authorization server (`{auth_url}`). */
export type Family = 'webApi' | 'openApi';

export type OperationMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What a call shows of itself (specification, "Authentication"): `client` the ClientID header alone, `user` that and
 * the user's token, `accessToken` the application's Access Token, `none` neither.
 */
export type Authorization = 'none' | 'client' | 'user' | 'accessToken';

/**
 * What a call can do that reading does not; every one but `reads` and `opensSession` asks first in production. Logging in opens a
 * session and changes no data; registering makes a user and so writes.
 */
export type Risk = 'reads' | 'opensSession' | 'writes' | 'spendsMoney' | 'runsCode' | 'endsTokens';

/** `id` is text or a number; `json` is JSON written into the query; `any` is what the table's columns say. */
export type FieldType =
  'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'id' | 'json' | 'file' | 'any';

export interface Field {
  name: string;
  type: FieldType;
  required: boolean;
  /** Empty where the name says everything. */
  description: string;
  /** The only values the service takes, where they are documented. */
  values?: readonly string[] | undefined;
}

/** A documented response: one object, the items of a list `{ meta, objects }`, the items of a bare array, or nothing. */
export interface ResponseShape {
  kind: 'object' | 'list' | 'array' | 'empty';
  fields: readonly Field[];
}

/** One operation of the service. */
export interface Operation {
  /** Never changes: `contentCategory.list`. */
  id: string;
  category: Category;
  family: Family;
  method: OperationMethod;
  /** Ends with `/`; a segment `:name` stands for a value. */
  path: string;
  /** The same operation in other versions of the interface, newest first. */
  otherPaths: readonly string[];
  /** Those of `otherPaths` that the service's documents call old. */
  oldPaths: readonly string[];
  /** What the `:name` segments of the path stand for. */
  parameters: readonly Field[];
  query: readonly Field[];
  body: readonly Field[];
  /** Fields of which exactly one group is needed, e.g. `[['category_id'], ['content_group_id']]`. */
  oneOf: readonly (readonly string[])[];
  bodyType: 'json' | 'multipart';
  authorization: Authorization;
  /** Without a user's token, too, where the data's permissions allow it. */
  anonymous: boolean;
  /** Statuses that mean success. */
  success: readonly number[];
  risk: Risk;
  /** The service's documents call it old or name a successor. */
  deprecated: boolean;
  /** Tells operations of one method and path apart by a field of the body. */
  when?: { field: string; value: string };
  response?: ResponseShape;
  description: string;
  source: string;
}

export type Details = Partial<
  Omit<
    Operation,
    'id' | 'category' | 'family' | 'method' | 'path' | 'otherPaths' | 'oldPaths' | 'parameters' | 'description'
  >
> & {
  /** Other versions of the path: `['v2.2']`. */
  also?: readonly string[];
  /** Those of them that the service's documents call old. */
  old?: readonly string[];
};

const successOf: Record<OperationMethod, readonly number[]> = {
  GET: [200],
  POST: [200, 201],
  PUT: [200],
  PATCH: [200, 202],
  DELETE: [200, 204],
};

/** An operation from its request line; what `details` leaves out is as the family and method usually are. */
export function operation(
  category: Category,
  id: string,
  line: string,
  description: string,
  details: Details = {},
): Operation {
  const { also = [], old = [], ...rest } = details;
  const [method, path] = line.split(' ') as [OperationMethod, string];
  const inVersion = (version: string): string => path.replace(/\/v\d+(\.\d+)?\//, `/${version}/`);
  const family = path.startsWith('/hserve/') ? 'webApi' : 'openApi';
  return {
    id,
    category,
    family,
    method,
    path,
    otherPaths: also.map(inVersion),
    oldPaths: old.map(inVersion),
    parameters: [...path.matchAll(/:(\w+)/g)].map(match => pathParameter(match[1] ?? '')),
    query: [],
    body: [],
    oneOf: [],
    bodyType: 'json',
    authorization: family === 'webApi' ? 'user' : 'accessToken',
    anonymous: false,
    success: successOf[method],
    risk: method === 'GET' ? 'reads' : 'writes',
    deprecated: false,
    description,
    source: family === 'webApi' ? 'service reference, Web API' : 'service reference, Open API',
    ...rest,
  };
}

/** Its name, such as `user_id`, says everything. */
function pathParameter(name: string): Field {
  return { name, type: 'id', required: true, description: '' };
}
