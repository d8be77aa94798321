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

/**
 * The host of an operation: the server domain (`{base_url}`) for the Web API, the authorization server (`{auth_url}`)
 * for the Open API.
 */
export type Family = 'webApi' | 'openApi';

export type OperationMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The credentials of a call (specification, "Authentication"): `client` sends the ClientID header, `user` also the
 * user's token, `accessToken` the application's Access Token, `none` nothing.
 */
export type Authorization = 'none' | 'client' | 'user' | 'accessToken';

/**
 * The effect of a call. In production, the extension asks before every call except `reads` and `opensSession`. Logging
 * in opens a session and changes no data; registering creates a user, so it writes. `changesAll` changes or deletes
 * every record of a table.
 */
export type Risk = 'reads' | 'opensSession' | 'writes' | 'spendsMoney' | 'runsCode' | 'endsTokens' | 'changesAll';

/** `id` is a text or a number; `json` is JSON in the query; `any` depends on the table's columns. */
export type FieldType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'object'
  | 'array'
  | 'id'
  | 'json'
  | 'file'
  | 'any';

export interface Field {
  name: string;
  type: FieldType;
  required: boolean;
  /** Empty if the name is self-explanatory. */
  description: string;
  /** The accepted values, if documented. */
  values?: readonly string[] | undefined;
}

/** A documented response: an object, the items of a list `{ meta, objects }`, the items of a bare array, or nothing. */
export interface ResponseShape {
  kind: 'object' | 'list' | 'array' | 'empty';
  fields: readonly Field[];
}

/** One operation of the service. */
export interface Operation {
  /** Stable identifier, e.g. `contentCategory.list`. */
  id: string;
  category: Category;
  family: Family;
  method: OperationMethod;
  /** Path that ends with `/`; a segment `:name` is a parameter. */
  path: string;
  /** The paths in other versions of the interface, newest first. */
  otherPaths: readonly string[];
  /** The paths in `otherPaths` that the service's documentation calls old. */
  oldPaths: readonly string[];
  /** The parameters of the path. */
  parameters: readonly Field[];
  query: readonly Field[];
  body: readonly Field[];
  /** Groups of fields; exactly one group is required, e.g. `[['category_id'], ['content_group_id']]`. */
  oneOf: readonly (readonly string[])[];
  bodyType: 'json' | 'multipart';
  authorization: Authorization;
  /** True if the call works without a user's token when the data's permissions allow it. */
  anonymous: boolean;
  /** The success statuses. */
  success: readonly number[];
  risk: Risk;
  /** True if the call changes or deletes everything when its query has no `where` condition. */
  needsCondition: boolean;
  /** True if the service's documentation calls it old or names a successor. */
  deprecated: boolean;
  /** The field of the body that distinguishes operations with the same method and path. */
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
  /** The versions that the service's documentation calls old. */
  old?: readonly string[];
};

const successOf: Record<OperationMethod, readonly number[]> = {
  GET: [200],
  POST: [200, 201],
  PUT: [200],
  PATCH: [200, 202],
  DELETE: [200, 204],
};

/** Creates an operation from its request line. Defaults for `details` follow from family and method. */
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
    needsCondition: false,
    deprecated: false,
    description,
    source: family === 'webApi' ? 'service reference, Web API' : 'service reference, Open API',
    ...rest,
  };
}

/** Creates a path parameter; names such as `user_id` need no description. */
function pathParameter(name: string): Field {
  return { name, type: 'id', required: true, description: '' };
}
