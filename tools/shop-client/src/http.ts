import type { z } from 'zod';

/** A response whose status is not 2xx, with the error code and message of its body. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  constructor(
    readonly status: number,
    readonly body: { code?: string; message?: string; [field: string]: unknown },
    request: string,
  ) {
    super(`${request} returned ${status} ${JSON.stringify(body)}`);
  }
}

type Call<Schema extends z.ZodType> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Fields and files, instead of a body. */
  form?: FormData;
  headers?: Record<string, string>;
  /** The schema of the response body. */
  schema?: Schema;
};

export type Browser = {
  /** Sends a request with this browser's cookies, and keeps those of the response. @throws ShopError */
  call: <Schema extends z.ZodType>(call: Call<Schema>) => Promise<z.infer<Schema>>;
  /** The current cookies as a `cookie` header. */
  cookies: () => string;
};

/** A browser with a cookie jar of its own. `ownHeaders` are sent with every request. */
export const openBrowser = (gateway: string, ownHeaders: Readonly<Record<string, string>> = {}): Browser => {
  const jar = new Map<string, string>();
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const keep = (response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const isExpired = attributes.some((attribute) => /^max-age=0$/i.test(attribute) || /^expires=thu, 01 jan 1970/i.test(attribute));
      if (isExpired || value.join('=') === '') jar.delete(name);
      else jar.set(name, value.join('='));
    }
  };

  return {
    cookies,
    call: async ({ method = 'GET', path, body, form, headers = {}, schema }) => {
      const response = await fetch(new URL(path, gateway), {
        method,
        redirect: 'manual',
        headers: {
          ...ownHeaders,
          ...(jar.size > 0 ? { cookie: cookies() } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(form !== undefined ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      keep(response);
      const text = await response.text();
      const json = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
      if (!response.ok) throw new ShopError(response.status, typeof json === 'string' ? { message: json } : json, `${method} ${path}`);
      return schema ? schema.parse(json) : json;
    },
  };
};
