import type { AnyServer } from '@stagereel/service-kit';

export type TestResponse = {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, unknown>;
  /** The `set-cookie` headers by cookie name. */
  setCookies: Record<string, string>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = { method: Method; path: string; body?: unknown; headers?: Record<string, string> };

const pairOf = (line: string): [string, string] => {
  const pair = line.slice(0, line.indexOf(';'));
  return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
};

type BrowserOptions = {
  server: AnyServer;
  ip: string;
  userAgent?: string;
  /** The prefix with which the server sets its cookies. Tests name them without it. */
  cookiePrefix?: string;
};

/** A browser behind the gateway. It keeps cookies and has an IP address and a user agent. */
export const openBrowser = ({ server, ip, userAgent = 'test browser', cookiePrefix = '' }: BrowserOptions) => {
  const nameAndValue = (line: string): [string, string] => {
    const [prefixed, value] = pairOf(line);
    if (!prefixed.startsWith(cookiePrefix)) throw new Error(`A cookie without the prefix: ${line}`);
    return [prefixed.slice(cookiePrefix.length), value];
  };
  const jar = new Map<string, string>();

  const call = async ({ method, path, body, headers = {} }: Call): Promise<TestResponse> => {
    const response = await server.inject({
      method,
      url: path,
      headers: {
        'x-forwarded-for': ip,
        'user-agent': userAgent,
        cookie: [...jar].map(([name, value]) => `${cookiePrefix}${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const lines = [response.headers['set-cookie'] ?? []].flat();
    for (const line of lines) {
      const [name, value] = nameAndValue(line);
      if (/Max-Age=0(;|$)/i.test(line) || value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return {
      status: response.statusCode,
      body: response.body === '' ? {} : response.json(),
      headers: response.headers,
      setCookies: Object.fromEntries(lines.map((line) => [nameAndValue(line)[0], line])),
    };
  };

  return {
    jar,
    post: (path: string, body?: unknown) => call({ method: 'POST', path, body }),
    get: (path: string) => call({ method: 'GET', path }),
    delete: (path: string) => call({ method: 'DELETE', path }),
    call,
    cookie: (name: string) => jar.get(name) ?? '',
  };
};
export type Browser = ReturnType<typeof openBrowser>;
