import type { z } from 'zod';

/** An answer outside 2xx, with the body's own code and text. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  constructor(
    readonly status: number,
    readonly body: { code?: string; message?: string; [fact: string]: unknown },
    request: string,
  ) {
    super(`${request} answered ${status} ${JSON.stringify(body)}`);
  }
}

type Call<Answer extends z.ZodType> = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** In place of a body: fields and files. */
  form?: FormData;
  headers?: Record<string, string>;
  answer?: Answer;
};

export type Browser = {
  /** Calls the shop as one browser does: its cookies come and go. @throws ShopError */
  call: <Answer extends z.ZodType>(call: Call<Answer>) => Promise<z.infer<Answer>>;
  /** The cookies held now, as a header. */
  cookies: () => string;
};

/** One browser's cookie jar before one shop. */
export const openBrowser = (gateway: string): Browser => {
  const jar = new Map<string, string>();
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const keep = (response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const [name = '', ...value] = pair.split('=');
      const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute) || /^expires=thu, 01 jan 1970/i.test(attribute));
      if (isGone || value.join('=') === '') jar.delete(name);
      else jar.set(name, value.join('='));
    }
  };

  return {
    cookies,
    call: async ({ method = 'GET', path, body, form, headers = {}, answer }) => {
      const response = await fetch(new URL(path, gateway), {
        method,
        redirect: 'manual',
        headers: {
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
      return answer ? answer.parse(json) : json;
    },
  };
};
