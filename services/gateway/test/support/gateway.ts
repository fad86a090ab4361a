import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startService } from '@stagereel/service-kit';
import { loadWith, type TestSettings, testBacking } from '@stagereel/service-kit/testing';
import { buildGateway } from '../../src/app.ts';
import { type GatewayConstants, type gatewayConfig, loadGatewayConfig } from '../../src/config.ts';
import { SERVICES, type ServiceName } from '../../src/routes/route-table.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

export const SCRIPT = `console.log(${JSON.stringify('ステージリール'.repeat(400))});\n`;
const page = (name: string): string =>
  `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="本来の説明" />
    <!--head-->
    <title>本来の題名</title>
  </head>
  <body>
    <div id="root" data-page="${name}"></div>
    <!--initial-data-->
  </body>
</html>
`;
const FILES: Record<string, string | Buffer> = {
  'index.html': page('home'),
  'order-form.html': page('order-form'),
  'app.html': page('app'),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/app-a1b2c3.js': SCRIPT,
  'assets/app-a1b2c3.js.br': brotliCompressSync(SCRIPT),
  'assets/app-a1b2c3.js.gz': gzipSync(SCRIPT),
  'assets/style-d4e5f6.css': `${'.a{color:red}'.repeat(200)}`,
  'assets/font-778899.woff2': 'not really a font',
  '.vite/manifest.json': '{}',
};

/** Creates a folder like the output of the web build. */
export const makeWebRoot = async (files: Record<string, string | Buffer> = FILES) => {
  const root = await mkdtemp(join(tmpdir(), 'stagereel-web-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
  return { root, remove: () => rm(root, { recursive: true }) };
};

export type GatewaySettings = TestSettings<typeof gatewayConfig, GatewayConstants>;
type Upstreams = Record<ServiceName, TestUpstream>;

/** The gateway with production's settings, in front of one fake service each. */
export const startTestGateway = async (settings: GatewaySettings = {}, files?: Record<string, string>) => {
  const started = await Promise.all(SERVICES.map(async (name) => [name, await startUpstream(name)] as const));
  const upstreams = Object.fromEntries(started) as Upstreams;
  const web = await makeWebRoot(files);
  const backing = testBacking();
  const urls = Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, upstreams[name].url]));
  const config = loadWith(loadGatewayConfig, { ...backing, ...urls, WEB_ROOT: web.root, ...settings });
  const service = await startService({ name: 'gateway', config, build: buildGateway() });
  const stopUpstreams = () => Promise.all(Object.values(upstreams).map((upstream) => upstream.stop()));
  return {
    url: service.url,
    config,
    upstreams,
    server: service.server,
    metricsPort: service.metricsPort,
    get: (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, service.url), { headers, redirect: 'manual' }),
    stop: async () => {
      await service.stop();
      await stopUpstreams();
      await web.remove();
    },
  };
};
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

/** Sends raw bytes and reads until the connection closes, for requests that no HTTP client would send. */
export const sendRaw = ({ url, text }: { url: string; text: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });

/** Sends a request with exactly this target, without normalising it. */
export const requestTarget = async ({
  url,
  target,
  method = 'GET',
  headers = '',
}: {
  url: string;
  target: string;
  method?: string;
  headers?: string;
}) => {
  const text = await sendRaw({ url, text: `${method} ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n${headers}\r\n` });
  return { status: Number(text.slice(9, 12)), text };
};
