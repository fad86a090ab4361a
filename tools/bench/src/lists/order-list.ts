import { MAX_ORDER_ITEMS, type OrderItem } from '@stagereel/contracts';
import { type Admin, openCustomer, openMailbox } from '@stagereel/shop-client';
import { pssMiB, type StackInfo, withCpu } from '@stagereel/stack';
import { mongo } from 'mongoose';
import { type Browser, chromium, type Page } from 'playwright-core';
import { reportRow, reportSection } from '../kit/report.ts';
import { createRecord, median } from '../kit/rounds.ts';
import { withShop } from '../kit/shop.ts';

const ORDERS = 10_000;
const LINES = 3;
const WARM_UPS = 1;
const ROUNDS = 3;
/** CPU time is counted in steps of 10 ms, so each list is requested several times. */
const REPEATS = 5;
const VISIBLE_GOAL_MS = 1000;
const DELIVERY_GOAL_BYTES = 100_000;
const FIRST_NUMBER = 10_000_000;
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** Buys an order of several videos and returns its number. */
const buyOrder = async ({ admin, info }: { admin: Admin; info: StackInfo }): Promise<string> => {
  const [category, amount, email] = ['一般', 5000, 'bench@example.jp'] as const;
  const contest = await admin.createContest({ name: '第12回 関東フィットネス選手権 ベンチ' });
  await admin.createCategory(contest.id, category);
  const items: OrderItem[] = [];
  for (let index = 1; index <= Math.min(LINES, MAX_ORDER_ITEMS); index += 1) {
    const athleteNumber = String(index);
    await admin.createAthlete(contest.id, { athleteNumber, category, videoStatus: '販売中', verticalVideoPrice: amount });
    items.push({ contestId: contest.id, category, athleteNumber, videoStyle: '縦動画' });
  }
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  const customer = openCustomer({ gateway: info.gateway, mailbox: openMailbox(info.mailbox) });
  await customer.proveEmail(email);
  const { intent } = await customer.buy({ items, amount: amount * LINES, customer: { email, name: '試験 太郎' } });
  return intent.orderNumber;
};

type StoredOrder = {
  _id: string;
  number: string;
  createdAt: Date;
  payment: { intentId: string };
  request: { key: string };
  statusToken?: string;
  lines: { number: string }[];
};

/** Stores copies of the order, written minutes apart: no shop receives ten thousand orders at once. */
const copyOrder = async ({ info, orderNumber }: { info: StackInfo; orderNumber: string }): Promise<void> => {
  const client = new mongo.MongoClient(info.mongodb);
  try {
    const orders = client.db('stagereel-orders').collection<StoredOrder>('orders');
    const order = await orders.findOne({ number: orderNumber });
    if (!order) throw new Error('The order was not stored');
    const copies = Array.from({ length: ORDERS }, (_, index) => {
      const number = String(FIRST_NUMBER + index);
      return {
        ...order,
        _id: `${order._id}-${index}`,
        number,
        statusToken: `bench-${index}`,
        request: { ...order.request, key: `${order.request.key}-${index}` },
        payment: { ...order.payment, intentId: `${order.payment.intentId}-${index}` },
        createdAt: new Date(order.createdAt.getTime() - (index + 1) * 60_000),
        changedAt: new Date(order.createdAt.getTime() - (index + 1) * 60_000),
        lines: order.lines.map((line, position) => ({ ...line, number: `${number}-0${position + 1}` })),
      };
    });
    await orders.insertMany(copies);
  } finally {
    await client.close();
  }
};

/** Opens the order list. Milliseconds from the first request of orders until the first order is drawn, and until all are loaded. */
const openList = async ({ page, gateway }: { page: Page; gateway: string }): Promise<{ visible: number; complete: number }> => {
  await page.addInitScript(`
    const watch = (name, find) => {
      const look = () => (find() ? (window[name] = performance.now()) : requestAnimationFrame(look));
      look();
    };
    watch('visibleAt', () => document.querySelector('article'));
    watch('completeAt', () => [...document.querySelectorAll('[role=status]')].some((status) => /^\\d+件の注文$/.test(status.textContent)));
  `);
  await page.goto(`${gateway}/admin?tab=orders`);
  await page.getByText(/^\d{4,}件の注文$/).waitFor({ timeout: 60_000 });
  const asked = `performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/orders?since=')).startTime`;
  return page.evaluate(`(() => { const start = ${asked}; return { visible: visibleAt - start, complete: completeAt - start }; })()`);
};

type Fetched = { ms: number; bytes: number; cursor: string };

/** Requests and parses JSON in the page, without the browser's cache. */
const fetchJson = (page: Page, path: string): Promise<Fetched> =>
  page.evaluate(`(async () => {
    const started = performance.now();
    const response = await fetch(${JSON.stringify(path)}, { cache: 'no-store' });
    const { cursor = '' } = await response.json();
    const ms = performance.now() - started;
    const entry = performance.getEntriesByName(response.url).at(-1);
    return { ms, bytes: entry.encodedBodySize, cursor };
  })()`);

const readAll = async (page: Page): Promise<string> => {
  let { cursor } = await fetchJson(page, '/api/orders?since=');
  for (let before = ''; before !== cursor; ) {
    before = cursor;
    ({ cursor } = await fetchJson(page, `/api/orders?since=${cursor}`));
  }
  return cursor;
};

/** Opens a page in which an admin is signed in. */
const openPage = async ({ browser, admin, info }: { browser: Browser; admin: Admin; info: StackInfo }): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'ja-JP' });
  const cookies = admin
    .cookies()
    .split('; ')
    .map((pair) => pair.split(/=(.*)/));
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: info.gateway })));
  const page = await context.newPage();
  await page.goto(`${info.gateway}/healthz`);
  const marker = JSON.stringify({ admin: { email: info.admin.email }, loginTime: Date.now() });
  await page.evaluate((text) => sessionStorage.setItem('admin_session', text), marker);
  return page;
};

const measure = async ({ admin, info }: { admin: Admin; info: StackInfo }): Promise<void> => {
  const { gateway } = info;
  const record = createRecord({ warmUps: WARM_UPS });
  const pids = { orders: info.services['orders']?.pid ?? 0, gateway: info.services['gateway']?.pid ?? 0 };
  /** Fetches a list several times, and records time, size and the CPU time of the services for each. */
  const request = async (name: string, { page, path }: { page: Page; path: string }): Promise<void> => {
    const fetched: Fetched[] = [];
    const { cpu } = await withCpu(pids, async () => {
      for (let time = 0; time < REPEATS; time += 1) fetched.push(await fetchJson(page, path));
    });
    record.add(`${name} ms`, median(fetched.map(({ ms }) => ms)));
    record.add(`${name} bytes`, fetched[0]?.bytes ?? Number.NaN);
    record.add(`${name} CPU`, (cpu.orders + cpu.gateway) / REPEATS);
  };
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS });
  try {
    for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
      const page = await openPage({ browser, admin, info });
      const opened = await openList({ page, gateway });
      record.add('visible', opened.visible);
      record.add('complete', opened.complete);
      await page.goto(`${gateway}/healthz`);
      const cursor = await readAll(page);
      await request('first page', { page, path: '/api/orders?since=' });
      await request('whole list', { page, path: '/api/orders' });
      const number = String(FIRST_NUMBER + round);
      const urls = Array.from({ length: LINES }, (_, index) => [`${number}-0${index + 1}`, `https://videos.example.com/${index}`]);
      await admin.deliver(number, Object.fromEntries(urls));
      await request('one delivery', { page, path: `/api/orders?since=${cursor}` });
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  reportSection(`${ORDERS} open orders with ${LINES} lines each, next to a request of the whole list`);
  reportRow({ name: 'orders requested, first ones drawn', value: record.of('visible'), unit: 'ms', atMost: VISIBLE_GOAL_MS });
  reportRow({ name: 'orders requested, all loaded', value: record.of('complete'), unit: 'ms' });
  reportRow({ name: 'one delivery', value: record.of('one delivery bytes'), unit: 'bytes', atMost: DELIVERY_GOAL_BYTES });
  const units = [
    ['ms', 'fetched and parsed', 'ms'],
    ['bytes', 'size', 'bytes'],
    ['CPU', 'CPU time of orders and gateway', 'ms'],
  ] as const;
  for (const [kind, text, unit] of units) {
    const whole = record.of(`whole list ${kind}`);
    reportRow({ name: `whole list, ${text}`, value: whole, unit });
    for (const name of ['first page', 'one delivery']) {
      reportRow({ name: `${name}, ${text}`, value: record.of(`${name} ${kind}`), unit, baseline: whole });
    }
  }
  for (const [name, pid] of Object.entries(pids)) reportRow({ name: `${name}, memory`, value: pssMiB(pid), unit: 'MiB PSS' });
};

/** Measures the back office's list of ten thousand open orders in a browser, each next to a request of the whole list, which it replaced. */
export const benchOrderList = (): Promise<void> =>
  withShop(
    async ({ info, admin }) => {
      await copyOrder({ info, orderNumber: await buyOrder({ admin, info }) });
      await measure({ admin, info });
    },
    { env: { MAIL_WAIT_SECONDS: '1' } },
  );
