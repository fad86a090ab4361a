import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findProgram } from '@stagereel/stack';
import { z } from 'zod';
import { fillBasket } from '../support/basket.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import type { ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { until } from '../support/poll.ts';
import { startPrometheus } from '../support/prometheus.ts';

type Receiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

const SERVICES = ['gateway', 'catalog', 'orders', 'media', 'identity', 'notify'] as const;
const DASHBOARD = new URL('../../deploy/observe/grafana/stagereel.json', import.meta.url);
const dashboardSchema = z.object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) });

const prometheusProgram = findProgram({ name: 'prometheus', env: process.env });

/** The names of the spans from the first cause to this span, with their services. */
const pathTo = (span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] => {
  const parent = spans.find(({ id }) => id === span.parentId);
  return [...(parent ? pathTo(parent, spans) : span.parentId === undefined ? [] : ['missing']), `${span.service}: ${span.name}`];
};

/** What operators see: traces, log lines, metrics, the dashboard, and errors of browsers. */
export const observabilityJourneys = (shop: ShopAndBrowser, receiver: Receiver): void => {
  const logOf = (service: string): Promise<string> => readFile(join(shop.stack().dir, 'logs', `${service}.log`), 'utf8');

  test('when a customer pays, then one trace leads from the gateway through orders, outbox and broker to the mail', async () => {
    const email = 'traced@example.jp';
    const customer = shop.stack().newCustomer();
    await customer.proveEmail(email);
    const { intent } = await customer.buy(await fillBasket(customer, { email }));
    await shop.stack().mailbox.waitFor({ to: email, subject: new RegExp(intent.orderNumber) });

    /** The span of the mail about the order, once everything before it has arrived. */
    const mail = await until({
      what: () => `a complete trace among ${JSON.stringify(receiver.spans.filter(({ name }) => name.includes('paid')))}`,
      find: async () =>
        receiver.spans
          .filter(({ name }) => name === 'send mail')
          .map((span) => pathTo(span, receiver.spans))
          .find((path) => path.length === 5 && path.some((name) => name.includes('order.paid'))) ?? false,
    });
    // Whoever reports the payment first: the customer or the webhook.
    expect(mail[0]).toMatch(/^gateway: POST \/api\/(orders|stripe\/webhook)$/);
    expect(mail[1]).toMatch(/^orders: POST \/api\/(orders|stripe\/webhook)$/);
    expect(mail.slice(2)).toEqual(['orders: publish order.paid', 'notify: consume order.paid by notify.mails', 'notify: send mail']);

    const { traceId } = receiver.spans.find(({ name }) => name === 'consume order.paid by notify.mails') ?? { traceId: 'none' };
    const ofTrace = () => receiver.spans.filter((span) => span.traceId === traceId).map(({ service, name }) => `${service}: ${name}`);
    await until({ what: 'the end of the trace', find: async () => ofTrace().includes('orders: consume mail.sent by orders.mails') });
    expect(ofTrace()).toEqual(expect.arrayContaining(['orders: findAndModify orders', 'notify: insert mails']));

    const mentions = async (service: string): Promise<boolean> => (await logOf(service)).includes(`"traceId":"${traceId}"`);
    for (const service of ['gateway', 'orders', 'notify']) await until({ what: `a log line of ${service}`, find: () => mentions(service) });
    expect(receiver.texts.filter((text) => text.includes(email) || text.includes(intent.orderNumber))).toEqual([]);
  });

  test('when orders asks catalog for prices, then the request to catalog belongs to the trace of the payment', async () => {
    const email = 'quoted@example.jp';
    const customer = shop.stack().newCustomer();
    await customer.proveEmail(email);
    await customer.createPaymentIntent(await fillBasket(customer, { email }));
    const path = await until({
      what: 'a span of catalog',
      find: async () =>
        receiver.spans
          .filter(({ service, name }) => service === 'catalog' && name === 'POST /internal/quote')
          .map((span) => pathTo(span, receiver.spans))
          .find(([first]) => first?.startsWith('gateway: ')) ?? false,
    });
    const opening = ['gateway: POST /api/create-payment-intent', 'orders: POST /api/create-payment-intent'];
    expect(path).toEqual([...opening, 'orders: POST /internal/quote', 'catalog: POST /internal/quote']);
  }, 60_000);

  test('when the web app fails in a browser, then the gateway logs where, and nothing about the visitor', async () => {
    const { page, context } = await shop.open();
    await page.goto('/about');
    const reported = page.waitForResponse((response) => response.url().endsWith('/api/browser-errors'));
    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('hanako@example.jp is wrong');
      });
    });
    expect((await reported).status()).toBe(204);
    const line = await until({
      what: 'the log line',
      find: async () => (await logOf('gateway')).split('\n').find((each) => each.includes('"Browser error"')) ?? false,
    });
    expect(JSON.parse(line)).toMatchObject({ browserError: { screen: '/about', name: 'TypeError', frames: [] } });
    expect(line).not.toContain('hanako');
    await context.close();
  });

  // Skipped where Prometheus is missing, because only Debian's package of it is installed by the project's own scripts.
  const testWithPrometheus = prometheusProgram ? test : test.skip;
  testWithPrometheus(
    'when Prometheus scrapes the shop, then every expression of the dashboard has a result',
    async () => {
      const reports = Array.from({ length: 21 }, () =>
        fetch(new URL('/api/browser-errors', shop.stack().info.gateway), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Error', message: '', stack: '', path: '/' }),
        }),
      );
      expect((await Promise.all(reports)).map(({ status }) => status)).toContain(429);

      const targets = Object.fromEntries(SERVICES.map((service) => [service, shop.stack().service(service).metricsUrl]));
      const prometheus = await startPrometheus({ program: prometheusProgram ?? '', targets });
      try {
        await until({ what: 'Prometheus', find: prometheus.isReady });
        await until({ what: 'six targets', find: async () => (await prometheus.query('up == 1')).length === SERVICES.length });
        const { panels } = dashboardSchema.parse(JSON.parse(await readFile(DASHBOARD, 'utf8')));
        for (const { title, targets: queries } of panels) {
          for (const { expr } of queries) {
            // Rates need two scrapes.
            await until({ what: `${title}: ${expr}`, find: async () => (await prometheus.query(expr)).length > 0 });
          }
        }
      } finally {
        await prometheus.stop();
      }
    },
    180_000,
  );
};
