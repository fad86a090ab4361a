import { Agent, request } from 'node:http';

/** Connections are kept, as a reverse proxy in front of the shop keeps them. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const TIMEOUT_MS = 60_000;

type Post = { url: URL; body: unknown; cookies?: Map<string, string>; headers?: Record<string, string> };

const keepCookies = (jar: Map<string, string>, lines: readonly string[]): void => {
  for (const line of lines) {
    const [pair = ''] = line.split(';');
    const separator = pair.indexOf('=');
    jar.set(pair.slice(0, separator), pair.slice(separator + 1));
  }
};

/**
 * Posts JSON, or a form if the body is one, with the cookies of a browser, and returns the parsed answer. `fetch` would cost the load generator
 * several times as much.
 * @throws for an answer that is not 2xx
 */
export const post = ({ url, body, cookies, headers = {} }: Post): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const isForm = body instanceof URLSearchParams;
    const payload = isForm ? body.toString() : JSON.stringify(body);
    const sent = request(url, {
      agent,
      method: 'POST',
      timeout: TIMEOUT_MS,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        'content-length': Buffer.byteLength(payload),
        ...(cookies && cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
    });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error(`${url.pathname} did not answer in time`)));
    sent.once('response', (response) => {
      if (cookies) keepCookies(cookies, response.headers['set-cookie'] ?? []);
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) return resolve(JSON.parse(text) as Record<string, unknown>);
        reject(new Error(`${url.pathname} returned ${statusCode} ${text.slice(0, 200)}`));
      });
    });
    sent.end(payload);
  });

export const closeConnections = (): void => agent.destroy();
