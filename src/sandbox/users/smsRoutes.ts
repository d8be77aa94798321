import { randomInt } from 'node:crypto';
import { readJson, requiredText } from '../backend/body';
import { annotate, type Routes, type SandboxContext, addRoute } from '../backend/routing';
import { scopeOf } from '../backend/scope';
import { HttpError } from '../http/httpError';
import { findUser } from '../identity/users';

const codeLifetime = 10 * 60_000;
const resendInterval = 60_000;
const maximumCodes = 100;

/**
 * Adds the routes for verification codes by SMS. A code is not sent, but shown in the request log and in `smsCodes`.
 */
export function addSmsRoutes(routes: Routes): void {
  for (const path of [
    '/hserve/v1.8/sms-verification-code/',
    '/hserve/v2.1/sms-verification-code/',
    '/hserve/v2.2/sms-verification-code/',
    '/oserve/v2.1/sms-verification-code/',
  ]) {
    addRoute(routes, 'POST', path, async context => {
      sendCode(context, readPhone(context, await readJson(context)));
      return { status: 'ok' };
    });
  }
  for (const family of ['hserve', 'oserve']) {
    addRoute(routes, 'POST', `/${family}/v1.8/sms-verification-code/verify/`, async context => {
      const body = await readJson(context);
      const code = body.code;
      checkCode(
        context,
        readPhone(context, body),
        typeof code === 'number' ? String(code) : requiredText(body, 'code'),
      );
      return { status: 'ok' };
    });
  }
}

/**
 * Checks the code that was sent to a phone; a code is valid once.
 * @throws HttpError 400 when it is wrong, used or older than ten minutes
 */
export function checkCode(context: SandboxContext, phone: string, code: string): void {
  const { backend, realm } = scopeOf(context);
  const index = backend.smsCodes.findLastIndex(issued => issued.realm === realm && issued.phone === phone);
  const issued = backend.smsCodes[index];
  if (issued?.code !== code || issued.at + codeLifetime <= backend.now())
    throw new HttpError(400, 'The code is wrong or has expired.');
  backend.smsCodes.splice(index, 1);
}

function sendCode(context: SandboxContext, phone: string): void {
  const { backend, realm } = scopeOf(context);
  const previous = backend.smsCodes.findLast(issued => issued.realm === realm && issued.phone === phone);
  if (previous && backend.now() - previous.at < resendInterval)
    throw new HttpError(400, 'A code was sent to this phone less than a minute ago.');
  const code = String(randomInt(100_000, 1_000_000));
  backend.smsCodes.push({ at: backend.now(), realm, phone, code });
  if (backend.smsCodes.length > maximumCodes) backend.smsCodes.shift();
  annotate(context, `No SMS is sent: the code for ${phone} is ${code}.`);
}

/** Reads the phone number from the field `phone`, or from the user that `user_id` names. */
function readPhone(context: SandboxContext, body: Record<string, unknown>): string {
  const user = body.user_id === undefined ? undefined : findUser(context, body.user_id as number);
  const phone = body.phone === undefined && user?._phone ? user._phone : requiredText(body, 'phone');
  if (!/^\+?\d{5,15}$/.test(phone)) throw new HttpError(400, 'phone is not a phone number.');
  return phone;
}
