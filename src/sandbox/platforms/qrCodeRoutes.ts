import { readJson, requiredText, type BodyFields } from '../backend/body';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { findCategory, findCategoryByName, saveFile, showFile, type StoredFile } from '../files/files';
import { isObject } from '../http/json';
import { HttpError } from '../http/httpError';
import { requireUser } from '../identity/authenticate';
import { qrCode } from './qrCode';

/**
 * Adds the routes for QR codes that open a mini-program. Every scanner can read them: they contain the page and its
 * parameters as text.
 */
export function addQrCodeRoutes(routes: Routes): void {
  for (const version of ['v1.4', 'v2.4']) addRoute(routes, 'POST', `/hserve/${version}/miniappcode/`, createWechatCode);
  addRoute(routes, 'POST', '/hserve/v2.0/idp/alipay/miniapp-qr-code/', async context => {
    requireUser(context);
    const body = await readJson(context);
    const text = `${requiredText(body, 'url_param')}?${requiredText(body, 'query_param')}`;
    requiredText(body, 'describe');
    qrCode(text);
    return { image_url: addressOf(context, text) };
  });
  addRoute(routes, 'POST', '/hserve/v2.4/idp/bytedance/miniapp-qr-code/', async context => {
    requireUser(context);
    const body = await readJson(context);
    const { appname = 'toutiao', path = '', width } = body;
    if (typeof appname !== 'string' || typeof path !== 'string')
      throw new HttpError(400, 'appname and path are texts.');
    const text = `${appname}:${path}`;
    const { category, ...file } = showFile(context, saveImage(context, body, qrCode(text, width)));
    return { ...file, categories: category ? [category] : [], image_url: file.path };
  });
}

/** Adds the route for QR codes that Alipay stores on its own host. */
export function addQrCodeHost(routes: Routes): void {
  addRoute(routes, 'GET', '/sandbox/qr-code/', context =>
    context.body(new Uint8Array(qrCode(context.req.query('text') ?? '')), 200, { 'Content-Type': 'image/png' }),
  );
}

const kinds = ['miniapp_permanent', 'miniapp_temporary', 'miniapp_qr'];

async function createWechatCode(context: SandboxContext) {
  requireUser(context);
  const body = await readJson(context);
  const { code_type: kind, options = {}, upload_to_cdn: storesFile = false } = body;
  if (!kinds.includes(kind as string)) throw new HttpError(400, `code_type must be one of: ${kinds.join(', ')}.`);
  if (!isObject(options)) throw new HttpError(400, 'options must be an object.');
  if (typeof storesFile !== 'boolean') throw new HttpError(400, 'upload_to_cdn must be true or false.');
  const bytes = qrCode(
    kind === 'miniapp_temporary' ? temporaryCodeText(body) : requiredText(body, 'path'),
    options.width,
  );
  const image = `data:image/png;base64,${bytes.toString('base64')}`;
  if (!storesFile) return { image };
  const { category: _, ...file } = showFile(context, saveImage(context, body, bytes));
  // SDKs before 3.7 read `download_url`.
  return { image, uploaded_file: file, download_url: file.path };
}

/** Returns the text of a temporary code. The scene identifies it; the page is optional. */
function temporaryCodeText(body: BodyFields): string {
  const scene = requiredText(body, 'scene');
  return body.path === undefined ? scene : `${requiredText(body, 'path')}?${scene}`;
}

/** Saves the image as a file. Ignores an unknown category, as the service documents. */
function saveImage(
  context: SandboxContext,
  { category_id: id, category_name: name }: BodyFields,
  bytes: Buffer,
): StoredFile {
  const category = findCategory(context, id) ?? findCategoryByName(context, name);
  return saveFile(context, { name: 'qr-code.png', mime_type: 'image/png', category }, bytes);
}

function addressOf(context: SandboxContext, text: string): string {
  return `${new URL(context.req.url).origin}/sandbox/qr-code/?text=${encodeURIComponent(text)}`;
}
