import assert from 'node:assert/strict';
import type { Caller } from './fixture';
import type { HttpResponse } from './http';
import { send } from './http';

interface Prepared {
  id: string;
  upload_url: string;
  authorization: string;
  policy: string;
  path: string;
}

/** Uploads a file in two steps. `response` is the response of the second step. */
export async function upload(
  call: Caller,
  filename: string,
  bytes: Buffer | string,
  {
    type = 'text/plain',
    token,
    ...fields
  }: { type?: string; token?: string; category_name?: string; random_file_link?: boolean } = {},
): Promise<Prepared & { response: HttpResponse }> {
  const path = token === undefined ? '/oserve/v2.1/upload/' : '/hserve/v2.1/upload/';
  const body = { filename, ...fields };
  const prepared = await call.json<Prepared>(`POST ${path}`, { body, ...(token === undefined ? {} : { token }) });
  const form = new FormData();
  form.set('authorization', prepared.authorization);
  form.set('policy', prepared.policy);
  form.set('file', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), filename);
  const encoded = new Response(form);
  const response = await send(prepared.upload_url, {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  assert.equal(response.status, 200, response.text);
  return { ...prepared, response };
}
