import { Content, ContentCategory, ContentGroup } from './contents';
import { FileCategory, FileStore } from './files';
import { HError, wrongArguments } from './hError';
import { ListQuery, ServiceList, type FindOptions } from './listing';
import { networkRequest } from './network';
import { User, UserGroup, UserRecord, UserSuperGroup } from './people';
import { GeoPoint, GeoPolygon, Query } from './query';
import { TableObject, TableRecord } from './records';
import {
  recordCall,
  recordedCallNames,
  recordedClasses,
  recordedFileMethods,
  recordedValueNames,
  type RecordedCallName,
} from './recordedCalls';
import { segment, type SandboxResponse, type Transport } from './transport';

type BaasNames = Record<string, unknown>;

/** Creates the global `BaaS` of a cloud function. Reading a name that is not documented throws. */
export function createBaaS(transport: Transport): unknown {
  const record = (name: RecordedCallName, args: readonly unknown[]) => recordCall(transport, name, args);
  const names: BaasNames = {
    VERSION: '3.18.0',
    HError,
    Query,
    GeoPoint,
    GeoPolygon,
    TableRecord,
    UserRecord,
    Validator,
    request: networkRequest(transport),
    ...classes(transport),
    ...calls(transport),
  };
  names['useVersion'] = (version: string): void => void (names['VERSION'] = `${version.replace(/^v/, '')}`);
  for (const name of recordedCallNames) setAtPath(names, name, (...args: unknown[]) => record(name, args));
  for (const name of recordedValueNames)
    setAtPath(names, name, async (...args: unknown[]) => (await record(name, args)).data);
  for (const [path, methods] of Object.entries(recordedClasses))
    setAtPath(names, path, recordingClass(transport, path, methods));
  return strictProxy(names, 'BaaS');
}

function classes(transport: Transport): BaasNames {
  const File = class extends FileStore {
    constructor() {
      super(transport);
    }
  };
  for (const name of recordedFileMethods)
    Object.assign(File.prototype, { [name]: (...args: unknown[]) => recordCall(transport, `File.${name}`, args) });
  const Group = class extends ContentGroup {
    static get = (id: string | number): Promise<SandboxResponse> => ContentGroup.readGroup(transport, id);
    static find = (options?: FindOptions): Promise<SandboxResponse> => ContentGroup.readGroups(transport, options);
    constructor(id: string | number) {
      super(transport, id);
    }
  };
  return {
    TableObject: bindTransport(transport, TableObject),
    TableSchema: bindTransport(transport, TableSchema),
    User: bindTransport(transport, User),
    UserGroup: bindTransport(transport, UserGroup),
    UserSuperGroup: bindTransport(transport, UserSuperGroup),
    Content: bindTransport(transport, Content),
    ContentCategory: bindTransport(transport, ContentCategory),
    ContentGroup: Group,
    File,
    FileCategory: bindTransport(transport, FileCategory),
    Order: bindTransport(transport, Order),
  };
}

/** Returns a class like `target` whose first constructor argument is always the transport. */
function bindTransport<A extends unknown[], T extends object>(
  transport: Transport,
  target: new (transport: Transport, ...args: A) => T,
): new (...args: A) => T {
  const construct = function (...args: A): T {
    return new target(transport, ...args);
  };
  construct.prototype = target.prototype as object;
  return construct as unknown as new (...args: A) => T;
}

function calls(transport: Transport): BaasNames {
  const invoke = async (name: string, data: unknown = {}, sync = true): Promise<SandboxResponse> => {
    if (typeof name !== 'string') throw wrongArguments('invoke takes the name of a function.');
    return transport.call('POST', '/__function/invoke/', { body: { function_name: name, data, sync } });
  };
  const code = (path: string, body: unknown): Promise<SandboxResponse> =>
    transport.call('POST', `/oserve/${path}`, { body });
  return {
    invoke: async (name: string, data?: unknown, sync?: boolean) => (await invoke(name, data, sync)).data,
    invokeFunction: invoke,
    getServerDate: () => transport.call('GET', '/oserve/v2.2/server/time/'),
    getAsyncJobResult: (id: number | string) => transport.call('GET', `/oserve/v1/bulk-operation/${segment(id)}`),
    // The sandbox keeps the code for verifySmsCode and sends nothing.
    sendSmsCode: async (options: { phone: string }) => {
      await recordCall(transport, 'sendSmsCode', [options]);
      return code('v2.1/sms-verification-code/', options);
    },
    verifySmsCode: (options: unknown) => code('v1.8/sms-verification-code/verify/', options),
  };
}

/** The tables of the application. */
class TableSchema {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  createSchema(schema: unknown): Promise<SandboxResponse> {
    return this.#transport.call('POST', tables, { body: schema });
  }

  getSchema(id: number | string): Promise<SandboxResponse> {
    return this.#transport.call('GET', `${tables}${segment(id)}`);
  }

  getSchemaList(page: Record<string, unknown> = {}): Promise<SandboxResponse> {
    return this.#transport.call('GET', tables, { query: page });
  }

  updateSchema(id: number | string, schema: unknown): Promise<SandboxResponse> {
    return this.#transport.call('PUT', `${tables}${segment(id)}`, { body: schema });
  }

  deleteSchema(id: number | string): Promise<SandboxResponse> {
    return this.#transport.call('DELETE', `${tables}${segment(id)}`);
  }
}

const tables = '/oserve/v1.8/table/';

/** Payment orders. No money moves: calls that share profits are only recorded. */
class Order extends ServiceList {
  readonly wechatPay: BaasNames;
  readonly aliPay: BaasNames;

  constructor(transport: Transport) {
    super(transport, '/__function/order/');
    const share = (name: RecordedCallName) => (options: unknown) => recordCall(transport, name, [options]);
    this.wechatPay = {
      profitSharing: share('Order.wechatPay.profitSharing'),
      multiProfitSharing: share('Order.wechatPay.multiProfitSharing'),
    };
    this.aliPay = { profitSharing: share('Order.aliPay.profitSharing') };
  }

  getOrderList(filters: Record<string, unknown> = {}): Promise<SandboxResponse> {
    return this.search({}, filters);
  }
}

/** Runs the handler of a validator for the operation in the event. */
class Validator {
  readonly #handlers: Record<string, (data: unknown) => unknown>;

  constructor(handlers: Record<string, (data: unknown) => unknown>) {
    this.#handlers = handlers;
  }

  async validate(event: { data?: { event?: string } }): Promise<unknown> {
    const operation = event.data?.event ?? '';
    const name = `on_${operation}`.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const handler = this.#handlers[name];
    return handler === undefined ? true : handler.call(this.#handlers, event.data);
  }
}

/** Creates a class that records each call of its methods. */
function recordingClass(transport: Transport, path: string, methods: readonly string[]): unknown {
  const Recording = class extends ListQuery {};
  for (const name of methods) {
    const callName = `${path}.${name}` as RecordedCallName;
    const call = (...args: unknown[]): Promise<unknown> => recordCall(transport, callName, args);
    Object.assign(Recording.prototype, { [name]: call });
  }
  return Recording;
}

/** Sets the value at a path such as `wechat.decryptData`. */
function setAtPath(names: BaasNames, path: string, value: unknown): void {
  const [property = '', ...parents] = path.split('.').reverse();
  let target = names;
  for (const name of parents.reverse()) target = (target[name] ??= {}) as BaasNames;
  target[property] = value;
}

/**
 * Returns a proxy that throws for an unknown name, except for symbols and the names that `await` and `JSON` look for.
 */
function strictProxy(names: BaasNames, path: string): unknown {
  for (const [name, value] of Object.entries(names))
    if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
      names[name] = strictProxy(value as BaasNames, `${path}.${name}`);
  return new Proxy(names, {
    get(target, name) {
      if (typeof name === 'symbol' || name in target || name === 'then' || name === 'toJSON')
        return Reflect.get(target, name) as unknown;
      throw new HError(604, `${path}.${name} is not a documented name of the SDK.`);
    },
  });
}
