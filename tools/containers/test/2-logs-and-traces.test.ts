import { expect, test } from '@jest/globals';
import { wrongLogLines } from '@stagereel/service-kit/testing';
import { z } from 'zod';
import { command, compose, containerOf, eventually, settingOf } from '../src/compose.ts';
import { openShop } from '../src/shop.ts';

/** A request that each service responds to, or refuses. */
const REQUESTS = {
  gateway: '/api/unknown',
  catalog: '/api/contests/unknown',
  orders: '/api/orders',
  media: '/api/media',
  notify: '/api/email-status',
  identity: '/api/auth/check',
};

test.each(Object.entries(REQUESTS))(
  'when %s writes to its standard output, then every line has the documented shape',
  async (service, path) => {
    const { gateway } = await openShop();
    await fetch(`${gateway}${path}`);
    const container = await containerOf(service);
    const log = await command('docker', 'logs', container);
    expect(log).toContain(path);
    expect(wrongLogLines({ service, log })).toEqual([]);
  },
);

/** Runs in a container: a second process of its service, with a receiver of traces, and one request to it. Prints the names of the traced spans. */
const TRACED_START = `
  import { spawn } from 'node:child_process';
  import { on } from 'node:events';
  import { createServer } from 'node:http';
  import { json } from 'node:stream/consumers';
  const [program] = process.argv.slice(1);
  const receiver = createServer().listen(4318, '127.0.0.1');
  const env = { ...process.env, PORT: '8081', METRICS_PORT: '9091', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  const service = spawn('node', [program], { env, stdio: 'ignore' });
  const isReady = () => fetch('http://127.0.0.1:8081/readyz').then(({ ok }) => ok, () => false);
  while (!(await isReady()) && service.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 100));
  await fetch('http://127.0.0.1:8081/api/contests/unknown');
  for await (const [request, response] of on(receiver, 'request')) {
    const { resourceSpans } = await json(request);
    response.end('{}');
    const names = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans).flatMap(({ spans }) => spans).map(({ name }) => name);
    console.log(names.join('\\n'));
    if (names.some((name) => name.includes('/api/'))) break;
  }
  service.kill();
  process.exit();
`;

test('when tracing is turned on, then the service starts in its image and sends its traces', async () => {
  const container = await containerOf('catalog');
  const args = ['--input-type=module', '--eval', TRACED_START, 'services/catalog/dist/main.js'];
  const names = await command('docker', 'exec', container, 'timeout', '60', 'node', ...args);
  expect(names).toContain('GET /api/contests/:id');
}, 90_000);

const targetsSchema = z.object({
  data: z.object({ activeTargets: z.array(z.object({ labels: z.record(z.string(), z.string()), health: z.string() })) }),
});
const hasPrometheus = await compose('pull', '--policy', 'missing', 'prometheus').then(
  () => true,
  () => false,
);

// Skipped where its image is neither present nor can be pulled.
(hasPrometheus ? test : test.skip)(
  'when Prometheus of profile observe runs, then it finds every service and reads its metrics',
  async () => {
    try {
      await compose('up', '--detach', '--no-build', '--no-deps', 'prometheus');
      await eventually(
        async () => {
          const response = await fetch(`http://localhost:${settingOf('PROMETHEUS_PORT')}/api/v1/targets?state=active`);
          const { activeTargets } = targetsSchema.parse(await response.json()).data;
          const up = activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels['service']);
          return Object.keys(REQUESTS).every((service) => up.includes(service));
        },
        { timeoutMs: 90_000 },
      );
    } finally {
      await compose('rm', '--stop', '--force', '--volumes', 'prometheus');
    }
  },
  180_000,
);
