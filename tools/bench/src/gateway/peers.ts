import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNginx } from '../kit/nginx.ts';

/** What a URL of the gateway responded, to be sent by a peer at `path`. `bytes` is the body as it was sent, in base64. */
export type Answer = { path: string; headers: Record<string, string>; bytes: string };

/** The headers that describe the content. The others are the gateway's own. */
const CONTENT_HEADERS = ['content-type', 'content-encoding', 'etag', 'vary', 'cache-control'];

/** Requests a URL once, without decompressing the body. */
export const recordAnswer = async ({
  url,
  path,
  headers,
}: {
  url: string;
  path: string;
  headers: Record<string, string>;
}): Promise<Answer> => {
  const sent = request(url, { headers, agent: false }).end();
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`${url} responded with ${response.statusCode}`);
  const known = CONTENT_HEADERS.flatMap((name) => (typeof response.headers[name] === 'string' ? [[name, response.headers[name]]] : []));
  return { path, headers: Object.fromEntries(known), bytes: Buffer.concat(chunks).toString('base64') };
};

const startBare = async (program: 'bare-fastify.mjs' | 'bare-node.mjs', answers: readonly Answer[]) => {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), { execArgv: [] });
  child.send(answers);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
};

/** `/disk`: the answers as files; `/proxied`: in front of catalog; `/cached`: the same with a cache. */
const nginxDirectives = ({ root, cache, catalog }: { root: string; cache: string; catalog: string }): string => `
  default_type application/octet-stream; keepalive_requests 100000000;
  open_file_cache max=100 inactive=60s;
  proxy_cache_path ${cache} keys_zone=answers:1m;
  upstream catalog { server ${new URL(catalog).host}; keepalive 64; keepalive_requests 100000000; }
  server {
    LISTEN;
    proxy_http_version 1.1; proxy_set_header Connection "";
    location /disk/ { alias ${root}/; }
    location /proxied/ { proxy_pass http://catalog/; }
    location /cached/ {
      proxy_pass http://catalog/; proxy_cache answers; proxy_cache_valid 200 60s; proxy_cache_lock on;
      proxy_ignore_headers Cache-Control Vary; proxy_cache_key $uri$http_accept_encoding;
    }
  }
`;

/** Starts the peers, each a process of its own. nginx is undefined where it is not installed. */
export const startPeers = async ({ dir, answers, catalog }: { dir: string; answers: readonly Answer[]; catalog: string }) => {
  const root = join(dir, 'answers');
  await mkdir(root);
  await Promise.all(answers.map(({ path, bytes }) => writeFile(join(root, path), Buffer.from(bytes, 'base64'))));
  const fastify = await startBare('bare-fastify.mjs', answers);
  const node = await startBare('bare-node.mjs', answers);
  const nginx = await startNginx({ dir, directives: nginxDirectives({ root, cache: join(dir, 'nginx-cache'), catalog }) });
  return {
    fastify,
    node,
    nginx,
    stop: async (): Promise<void> => {
      fastify.stop();
      node.stop();
      await nginx?.stop();
    },
  };
};
export type Peers = Awaited<ReturnType<typeof startPeers>>;
