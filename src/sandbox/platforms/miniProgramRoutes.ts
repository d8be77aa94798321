import { readFileForm, readJson, requiredText } from '../backend/body';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { documents, nextNumber, save, currentSeconds } from '../backend/scope';
import { HttpError } from '../http/httpError';
import { requireUser } from '../identity/authenticate';
import { derivedHex } from '../store/hashes';

/** Words that content checks of the sandbox report as risky, in a text or in the name of a file. */
const riskyWords = ['赌博', '色情', '暴力', 'gambling', 'porn', 'violence'];

const wechatApp = 'wx-sandbox';

/**
 * Adds the routes for platform calls of mini-programs. No platform is called; the responses are derived from the
 * request.
 */
export function addMiniProgramRoutes(routes: Routes): void {
  for (const path of ['v1.7/censor-msg', 'v2.4/alipay/censor-msg', 'v2.2/qq/censor-msg']) {
    addRoute(routes, 'POST', `/hserve/${path}/`, async context => {
      requireUser(context);
      return { risky: isRisky(requiredText(await readJson(context), 'content')) };
    });
  }
  for (const path of ['v1.7/censor-image', 'v2.6/censor-image', 'v2.2/qq/censor-image']) {
    addRoute(routes, 'POST', `/hserve/${path}/`, async context => {
      requireUser(context);
      return { risky: isRisky((await readFileForm(context)).file.name) };
    });
  }
  addFileChecks(routes);
  addDecryption(routes);
  addMessages(routes);
}

function isRisky(text: string): boolean {
  const lower = text.toLowerCase();
  return riskyWords.some(word => lower.includes(word));
}

/** Adds the routes for checks of files. The result is available at the first request for it. */
function addFileChecks(routes: Routes): void {
  const base = '/hserve/v2.2/async-censor/';
  addRoute(routes, 'POST', base, async context => {
    requireUser(context);
    const id = requiredText(await readJson(context), 'file_id');
    const file = documents(context, 'file').get(id);
    if (!file) throw new HttpError(404, 'There is no file with this identifier.');
    const check = { id: nextNumber(context, 'file-check', 1), risky: isRisky(String(file.name)), error_code: 0 };
    save(context, 'file-check', { ...check, error_message: '', status_code: 0 });
    return context.json({ ...check, error_message: '', status_code: 0, risky: null }, 201);
  });
  addRoute(routes, 'GET', `${base}:check/`, context => {
    requireUser(context);
    const check = documents(context, 'file-check').get(context.req.param('check'));
    if (!check) throw new HttpError(404, 'There is no check with this identifier.');
    return check;
  });
}

/**
 * Adds the route for decryption. The sandbox has no key of the platform, so the response is made up, and the same for
 * the same data.
 */
function addDecryption(routes: Routes): void {
  const shapes: Record<string, (seed: string, now: number) => object> = {
    'we-run-data': (_, now) => ({
      stepInfoList: Array.from({ length: 30 }, (_day, index) => ({
        timestamp: now - (29 - index) * 86_400,
        step: 1000 + index * 100,
      })),
    }),
    'phone-number': seed => {
      const phone = `139${String(parseInt(seed.slice(0, 8), 16) % 1e8).padStart(8, '0')}`;
      return { phoneNumber: phone, purePhoneNumber: phone, countryCode: '86' };
    },
    'open-gid': seed => ({ openGId: `G${seed.slice(0, 27)}` }),
  };
  for (const path of ['v1/wechat', 'v2.7/wechat', 'v2.0/qq']) {
    // WeChat adds a watermark to all data; the documentation shows none for QQ.
    const watermarkOf = (timestamp: number): object =>
      path.endsWith('wechat') ? { watermark: { appid: wechatApp, timestamp } } : {};
    addRoute(routes, 'POST', `/hserve/${path}/decrypt/:type/`, async context => {
      requireUser(context);
      const shape = shapes[context.req.param('type') ?? ''];
      if (!shape) throw new HttpError(404, `Only ${Object.keys(shapes).join(', ')} can be decrypted.`);
      const body = await readJson(context);
      requiredText(body, 'iv');
      const seed = derivedHex(`encrypted ${requiredText(body, 'encryptedData')}`, 40);
      const now = currentSeconds(context);
      return { ...shape(seed, now), ...watermarkOf(now) };
    });
  }
}

/** Adds the routes for messages and ranks, which are validated and have no effect. */
function addMessages(routes: Routes): void {
  const addAcceptedRoute = (path: string, field: string, isValid: (value: unknown) => boolean): void =>
    addRoute(routes, 'POST', `/hserve/${path}/`, async context => {
      requireUser(context);
      if (!isValid((await readJson(context))[field])) throw new HttpError(400, `${field} is required.`);
      return context.json({ status: 'ok' }, 201);
    });
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  addAcceptedRoute('v2.0/template-message-ticket', 'submission_value', isText);
  addAcceptedRoute('v2.0/template-message/event-report', 'stats_id', isText);
  addAcceptedRoute('v2.2/subscription-message/relationship-report', 'subscription', Array.isArray);
  addRoute(routes, 'POST', '/hserve/v2.5/user-riskrank/', async context => {
    const user = requireUser(context);
    const { scene } = await readJson(context);
    if (scene !== 0 && scene !== 1) throw new HttpError(400, 'scene must be 0 or 1.');
    return { errcode: 0, errmsg: 'ok', risk_rank: user % 5, union_id: null };
  });
  addRoute(routes, 'POST', '/hserve/v2.5/private-message/', context => {
    const user = requireUser(context);
    const id = derivedHex(`activity ${user} ${currentSeconds(context)}`, 32);
    return { activity_id: id, expiration_time: currentSeconds(context) + 86_400, errcode: 0 };
  });
  addRoute(routes, 'GET', '/hserve/v2.4/idp/wechat/jssdk-credentials/', credentialsOfPage);
}

function credentialsOfPage(context: SandboxContext) {
  const url = context.req.query('url') ?? '';
  if (!URL.canParse(url)) throw new HttpError(400, 'url must be the address of a page.');
  const timestamp = currentSeconds(context);
  const noncestr = derivedHex(`nonce ${url} ${timestamp}`, 16);
  return { appid: wechatApp, timestamp, noncestr, signature: derivedHex(`page ${url} ${noncestr}`, 40) };
}
