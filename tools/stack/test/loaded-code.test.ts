import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { runNode } from './support/run-node.ts';

/** Loaded before the program. Prints at its end which packages of OpenTelemetry were loaded, and how large all buffers are. */
const REPORT = `
  import { createRequire } from 'node:module';
  const { cache } = createRequire(process.cwd() + '/');
  const names = () => Object.keys(cache).map((path) => /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(path)?.[1]).filter(Boolean);
  // After the service has said that it listens.
  process.on('newListener', (name) => name === 'SIGTERM' && console.log('can be stopped'));
  process.on('exit', () => {
    console.log('loaded: ' + [...new Set(names())].sort().join(', '));
    console.log('buffers: ' + process.memoryUsage().arrayBuffers);
  });
`;

const NOWHERE = 'http://127.0.0.1:9';
const ADDRESSES = { CATALOG_URL: NOWHERE, ORDERS_URL: NOWHERE, MEDIA_URL: NOWHERE, IDENTITY_URL: NOWHERE, NOTIFY_URL: NOWHERE };

/** A web app of one page, because the gateway keeps all files in buffers. */
const webRoot = mkdtempSync(join(tmpdir(), 'stack-web-'));
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>StageReel</title>');
afterAll(() => rmSync(webRoot, { recursive: true }));

/** The report of the gateway, which starts without any server. */
const runGateway = async (settings: NodeJS.ProcessEnv = {}): Promise<{ loaded: string | undefined; bufferBytes: number }> => {
  const gateway = runNode({
    args: ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, 'services/gateway/dist/main.js'],
    env: { NODE_ENV: 'test', LOG_LEVEL: 'info', WEB_ROOT: webRoot, REDIS_URL: 'redis://127.0.0.1:9', ...ADDRESSES, ...settings },
  });
  await gateway.prints('can be stopped');
  gateway.child.kill('SIGTERM');
  await gateway.exited;
  const reported = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(gateway.output())?.[1];
  return { loaded: reported('loaded'), bufferBytes: Number(reported('buffers')) };
};

test('when no receiver of traces is set, then a service loads no SDK of OpenTelemetry', async () => {
  expect((await runGateway()).loaded).not.toContain('sdk');
  expect((await runGateway({ OTEL_EXPORTER_OTLP_ENDPOINT: NOWHERE })).loaded).toContain('@opentelemetry/sdk-trace-node');
});

test('when the gateway runs, then it has not loaded the driver of MongoDB, which allocates 17 MiB', async () => {
  expect((await runGateway()).bufferBytes).toBeLessThan(17 * 2 ** 20);
});
