import type { CallContext } from '../http/sendOnce';
import type { Secret } from '../secret';
import { send } from '../http/send';

/** The environment an Open API call goes to (specification, "Authentication", Open API). */
export interface OpenApiTarget {
  /** Origin of the authorization server, which serves the Open API too. */
  authUrl: string;
  /** Env ID of a test environment; absent for production. */
  envId?: string;
}

/** The service's clock: the cheapest call that needs a valid access token. Resolves to the time as the service writes it. */
export async function readServerTime(
  target: OpenApiTarget,
  accessToken: Secret,
  context: CallContext,
): Promise<string | undefined> {
  const { body } = await send(
    {
      method: 'GET',
      url: new URL('/oserve/v2.2/server/time/', target.authUrl),
      authorization: { scheme: 'Bearer', token: accessToken },
      ...(target.envId === undefined ? {} : { headers: { 'X-Hydrogen-Env-ID': target.envId } }),
    },
    context,
  );
  const time = (body as { time?: unknown } | undefined)?.time;
  return typeof time === 'string' ? time : undefined;
}
