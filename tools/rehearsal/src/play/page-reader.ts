import { Agent, request } from 'undici';

/** All visitors share these connections, as if they came through a proxy. */
const agent = new Agent({ connections: 512, headersTimeout: 60_000, bodyTimeout: 60_000 });
export const closeReaders = (): Promise<void> => agent.destroy();

/** Reads pages and lists as a browser does: compressed, and with the tags of its copies. The bytes are counted, not read. */
export const openReader = (gateway: string, address: string) => {
  const tags = new Map<string, string>();
  return {
    /** @throws if the status is neither 200 nor 304 */
    read: async (path: string): Promise<{ status: number; bytes: number }> => {
      const tag = tags.get(path);
      const { statusCode, headers, body } = await request(new URL(path, gateway), {
        dispatcher: agent,
        headers: { 'accept-encoding': 'gzip, br', 'x-forwarded-for': address, ...(tag !== undefined && { 'if-none-match': tag }) },
      });
      let bytes = 0;
      for await (const piece of body) bytes += (piece as Buffer).length;
      if (statusCode !== 200 && statusCode !== 304)
        throw Object.assign(new Error(`${path} returned ${statusCode}`), { code: String(statusCode) });
      if (typeof headers.etag === 'string') tags.set(path, headers.etag);
      return { status: statusCode, bytes };
    },
  };
};

/** The files that the page of a path needs at once: scripts, styles and preloaded fonts of the shop itself. */
export const filesOfPage = async (gateway: string, path: string): Promise<string[]> => {
  const { statusCode, body } = await request(new URL(path, gateway), { dispatcher: agent });
  const html = await body.text();
  if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`);
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const needed = tags.filter((tag) => /^<script|rel="(?:stylesheet|modulepreload|preload)"/.test(tag));
  return [...new Set(needed.flatMap((tag) => /(?:src|href)="(\/[^"]+)"/.exec(tag)?.[1] ?? []))];
};
