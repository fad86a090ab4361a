import { request } from 'node:http';

const WRITE_MS = 30_000;

type Input = { url: URL; cookies: string; form: FormData; share: number };

/** Sends this share of a form (0 to 1) on a connection of its own, and answers what cuts the connection. */
export const sendPart = async ({ url, cookies, form, share }: Input): Promise<() => void> => {
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  const whole = Buffer.from(await encoded.arrayBuffer());
  const headers = { cookie: cookies, 'content-type': contentType, 'content-length': whole.length };
  const sent = request(url, { method: 'POST', agent: false, timeout: WRITE_MS, headers });
  sent.on('timeout', () => sent.destroy());
  // It may be answered, or cut from the other side, before its part is sent.
  sent.on('error', () => undefined);
  sent.on('response', (answer) => answer.resume());
  await new Promise<void>((resolve) => {
    sent.once('close', resolve);
    sent.write(whole.subarray(0, Math.ceil(share * whole.length)), () => resolve());
  });
  return () => sent.destroy();
};
