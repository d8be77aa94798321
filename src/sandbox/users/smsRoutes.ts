import { randomInt } from 'node:crypto';
import { readJson, requiredText } from '../backend/body';
import { note } from '../backend/annotate';
import { placeOf } from '../backend/scope';
import { Refusal } from '../http/httpError';
import type { Routes, SandboxContext } from '../backend/routing';
import { answer } from '../backend/routing';
import { findUser } from '../identity/users';

/** A code that would have been sent. Kept in memory only. */
export interface SmsCode {
  /** Unix milliseconds of the sandbox's clock. */
  at: number;
  realm: string;
  phone: string;
  code: string;
}

const lifetime = 10 * 60_000;
const pause = 60_000;
const kept = 100;

/** Verification codes by SMS: shown in the record of requests, and in `smsCodes`, instead of sent. */
export function addSmsRoutes(routes: Routes): void {
  for (const path of [
    '/hserve/v1.8/sms-verification-code/',
    '/hserve/v2.1/sms-verification-code/',
    '/hserve/v2.2/sms-verification-code/',
    '/oserve/v2.1/sms-verification-code/',
  ]) {
    answer(routes, 'POST', path, async context => {
      send(context, readPhone(context, await readJson(context)));
      return context.json({ status: 'ok' });
    });
  }
  for (const family of ['hserve', 'oserve']) {
    answer(routes, 'POST', `/${family}/v1.8/sms-verification-code/verify/`, async context => {
      const body = await readJson(context);
      const code = body.code;
      checkCode(
        context,
        readPhone(context, body),
        typeof code === 'number' ? String(code) : requiredText(body, 'code'),
      );
      return context.json({ status: 'ok' });
    });
  }
}

/**
 * Uses up the code that was sent to a phone.
 *
 * @throws Refusal 400 when it is another, was used or is older than ten minutes
 */
export function checkCode(context: SandboxContext, phone: string, code: string): void {
  const { world, realm } = placeOf(context);
  const place = world.smsCodes.findLastIndex(sent => sent.realm === realm && sent.phone === phone);
  const sent = world.smsCodes[place];
  if (sent?.code !== code || sent.at + lifetime <= world.now())
    throw new Refusal(400, 'The code is wrong or has expired.');
  world.smsCodes.splice(place, 1);
}

function send(context: SandboxContext, phone: string): void {
  const { world, realm } = placeOf(context);
  const last = world.smsCodes.findLast(sent => sent.realm === realm && sent.phone === phone);
  if (last && world.now() - last.at < pause)
    throw new Refusal(400, 'A code was sent to this phone less than a minute ago.');
  const code = String(randomInt(100_000, 1_000_000));
  world.smsCodes.push({ at: world.now(), realm, phone, code });
  if (world.smsCodes.length > kept) world.smsCodes.shift();
  note(context, `No SMS is sent: the code for ${phone} is ${code}.`);
}

/** The phone a request names, or that of the user it names. */
function readPhone(context: SandboxContext, body: Record<string, unknown>): string {
  const user = body.user_id === undefined ? undefined : findUser(context, body.user_id as number);
  const phone = body.phone === undefined && user ? user._phone : requiredText(body, 'phone');
  if (!/^\+?\d{5,15}$/.test(phone)) throw new Refusal(400, 'phone is not a phone number.');
  return phone;
}
