import assert from 'node:assert/strict';

/** Callbacks in the options of WeChat's functions. */
interface Callbacks<T> {
  success?: (value: T) => void;
  fail?: (error: unknown) => void;
  complete?: (value: unknown) => void;
}

interface RequestOptions extends Callbacks<{ statusCode: number; data: unknown; header: Record<string, string> }> {
  url: string;
  method?: string;
  data?: unknown;
  header?: Record<string, string>;
  dataType?: string;
}

interface UploadOptions extends Callbacks<{ statusCode: number; data: string }> {
  url: string;
  filePath: string;
  name: string;
  formData?: Record<string, string>;
  header?: Record<string, string>;
}

export interface WechatPlatform {
  /** The object that mini-programs know as `wx`. */
  wx: Record<string, unknown>;
  /** Adds a file, as if a person had chosen it. */
  addFile(name: string, text: string): void;
  /** Name of the mini-program's user. The login codes contain it. */
  person: string;
}

/**
 * Simulates the part of WeChat that the SDK needs, with Node's network. A login code names the person, as in the
 * sandbox.
 */
export function createWechatPlatform(): WechatPlatform {
  const stored = new Map<string, unknown>();
  const files = new Map<string, string>();
  const platform: WechatPlatform = {
    person: 'somebody',
    addFile: (name, text) => void files.set(name, text),
    wx: {
      getSystemInfoSync: () => ({ platform: 'ios', SDKVersion: '2.30.0' }),
      getStorageSync: (key: string) => stored.get(key) ?? '',
      setStorageSync: (key: string, value: unknown) => void stored.set(key, value),
      getStorage: ({ key, success, fail }: Callbacks<{ data: unknown }> & { key: string }) =>
        stored.has(key) ? success?.({ data: stored.get(key) }) : fail?.({}),
      setStorage: ({ key, data, success }: Callbacks<object> & { key: string; data: unknown }) => {
        stored.set(key, data);
        success?.({});
      },
      getNetworkType: ({ success }: Callbacks<{ networkType: string }>) => success?.({ networkType: 'wifi' }),
      login: ({ success }: Callbacks<{ code: string }>) => success?.({ code: platform.person }),
      getUserInfo: ({ success }: Callbacks<object>) => success?.(allowedProfile(platform.person)),
      requestPayment: ({ success }: Callbacks<object>) => success?.({ errMsg: 'requestPayment:ok' }),
      request: (options: RequestOptions) => void request(options),
      uploadFile: (options: UploadOptions) => {
        void upload(options, files.get(options.filePath) ?? '');
        return { onProgressUpdate: () => undefined, abort: () => undefined };
      },
      getFileSystemManager: () => ({
        readFile: ({ filePath, position = 0, length, success }: Callbacks<{ data: ArrayBuffer }> & ReadOptions) => {
          const bytes = new TextEncoder().encode(files.get(filePath) ?? '');
          success?.({ data: bytes.slice(position, position + (length ?? bytes.length)).buffer });
        },
      }),
    },
  };
  return platform;
}

interface ReadOptions {
  filePath: string;
  position?: number;
  length?: number;
}

/**
 * Returns the data that WeChat provides for a person who allows it. Only WeChat can encrypt, so the encrypted part is
 * plain text here.
 */
export function allowedProfile(person: string): Record<string, unknown> {
  const userInfo = {
    nickName: person,
    language: 'zh_CN',
    gender: 1,
    country: '',
    province: '',
    city: '',
    avatarUrl: '',
  };
  const plain = { ...userInfo, phoneNumber: '13900139000', purePhoneNumber: '13900139000', openGId: 'group' };
  return {
    userInfo,
    rawData: JSON.stringify(userInfo),
    signature: '0'.repeat(40),
    encryptedData: Buffer.from(JSON.stringify(plain)).toString('base64'),
    iv: Buffer.alloc(16).toString('base64'),
  };
}

async function request({
  url,
  method = 'GET',
  data,
  header = {},
  dataType,
  success,
  fail,
}: RequestOptions): Promise<void> {
  const address = new URL(url);
  assert.equal(address.hostname, '127.0.0.1');
  const isQuery = method === 'GET';
  if (isQuery && typeof data === 'object' && data !== null) {
    for (const [name, value] of Object.entries(data)) {
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
    }
  }
  const body = isQuery || data === undefined ? undefined : data instanceof ArrayBuffer ? data : JSON.stringify(data);
  try {
    const response = await fetch(address, {
      method,
      headers: { 'Content-Type': 'application/json', ...plainHeaders(header) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    success?.({
      statusCode: response.status,
      data: dataType === 'text' ? text : parsed(text),
      header: Object.fromEntries(response.headers),
    });
  } catch (error) {
    fail?.(error);
  }
}

async function upload(
  { url, filePath, name, formData = {}, header = {}, success, fail }: UploadOptions,
  text: string,
): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries(formData)) form.set(field, value);
  form.set(name, new Blob([text], { type: 'text/plain' }), filePath);
  try {
    const response = await fetch(url, { method: 'POST', headers: plainHeaders(header), body: form });
    // WeChat always returns the response of an upload as text and ignores its Content-Type.
    success?.({ statusCode: response.status, data: await response.text() });
  } catch (error) {
    fail?.(error);
  }
}

/** Returns the headers without those that WeChat sets itself. */
function plainHeaders(header: Record<string, string>): Record<string, string> {
  const own = new Set(['content-length', 'user-agent']);
  return Object.fromEntries(Object.entries(header).filter(([name]) => !own.has(name.toLowerCase())));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
