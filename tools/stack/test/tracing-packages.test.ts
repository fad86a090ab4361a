import { expect, test } from '@jest/globals';
import { runNode } from './support/run-node.ts';

/** Loaded before the program. Prints at its end which packages of OpenTelemetry were loaded. */
const REPORT = `
  import { createRequire } from 'node:module';
  const { cache } = createRequire(process.cwd() + '/');
  const names = () => Object.keys(cache).map((path) => /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(path)?.[1]).filter(Boolean);
  process.on('exit', () => console.log('loaded: ' + [...new Set(names())].sort().join(', ')));
`;

const NOWHERE = 'http://127.0.0.1:9';
const ADDRESSES = { CATALOG_URL: NOWHERE, ORDERS_URL: NOWHERE, MEDIA_URL: NOWHERE, IDENTITY_URL: NOWHERE, NOTIFY_URL: NOWHERE };

/** The gateway, which starts without any server. */
const packagesLoaded = async (settings: NodeJS.ProcessEnv): Promise<string> => {
  const gateway = runNode({
    args: ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, 'services/gateway/dist/main.js'],
    env: { NODE_ENV: 'test', LOG_LEVEL: 'info', WEB_ROOT: 'web/dist', REDIS_URL: 'redis://127.0.0.1:9', ...ADDRESSES, ...settings },
  });
  await gateway.prints('listening');
  gateway.child.kill('SIGTERM');
  await gateway.exited;
  return /^loaded: .*$/m.exec(gateway.output())?.[0] ?? gateway.output();
};

test('when no receiver of traces is set, then a service loads no package of OpenTelemetry', async () => {
  expect(await packagesLoaded({})).toBe('loaded: ');
  expect(await packagesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: NOWHERE })).toContain('@opentelemetry/sdk-trace-node');
});
