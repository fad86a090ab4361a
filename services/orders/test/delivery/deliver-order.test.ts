import { beforeAll, describe, expect, test } from '@jest/globals';
import { type AdminLine, adminActed, type OrderStatus, orderDelivered } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
let admin: string;
beforeAll(async () => {
  admin = await shop.identity.adminCookie('boss@example.jp');
});

const url = (name: string) => `https://videos.example/${name}`;
const deliver = ({ number, urls, cookie = admin }: { number: string; urls: Record<string, string>; cookie?: string }) =>
  shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body: { downloadUrls: urls } });
const complete = (number: string, cookie = admin) => shop.call({ method: 'PATCH', path: `/api/orders/complete/${number}`, cookie });

const eventsOf = (number: string) => ({
  delivered: shop.probe.ofType('order.delivered').filter(({ data }) => (data as { orderNumber: string }).orderNumber === number),
  audited: shop.probe.ofType('admin.acted').filter(({ data }) => (data as { target: { label: string } }).target.label === number),
});
const waitForAuditEntry = (number: string) =>
  shop.probe.waitFor('admin.acted', ({ data }) => (data as { target: { label: string } }).target.label === number);

const setStatus = (number: string, status: OrderStatus) => shop.orders.updateOne({ number }, { $set: { status } });

describe('delivering an order', () => {
  test('when every line has a link, then the page opens, and one event and one audit entry are published (admin 3.7, 4.21, 7.38)', async () => {
    const { number, email } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const urls = { [`${number}-01`]: url('1'), [`${number}-02`]: ` ${url('2?x=あ')} ` };
    const { status, body } = await deliver({ number, urls });
    expect(status).toBe(200);
    expect(body).toEqual({
      orderNumber: number,
      status: '納品済み',
      downloadPath: expect.stringMatching(/^\/download\/[\w-]{43}$/),
      customerEmailSent: false,
    });
    const order = await shop.waitForOrder(number, (current) => current.status === '納品済み');
    expect(order.lines.map(({ video }) => video)).toEqual([
      { kind: 'outside', url: url('1') },
      { kind: 'outside', url: url('2?x=あ') },
    ]);
    const { pageId, openedAt, expiresAt, eventId } = order.download!;
    expect(body.downloadPath).toBe(`/download/${pageId}`);
    expect(expiresAt.getTime() - openedAt.getTime()).toBe(30 * 86_400_000);
    expect(order.handledAt).toEqual(openedAt);

    await waitForAuditEntry(number);
    const { delivered, audited } = eventsOf(number);
    expect(delivered).toHaveLength(1);
    expect(delivered[0]!.id).toBe(eventId);
    expect(orderDelivered.schema.parse(delivered[0]!.data)).toMatchObject({ orderNumber: number, email, pageId, lines: [{}, {}] });
    expect(JSON.stringify(delivered)).not.toContain('videos.example');
    expect(audited).toHaveLength(1);
    expect(adminActed.schema.parse(audited[0]!.data)).toMatchObject({
      adminEmail: 'boss@example.jp',
      action: 'order.delivered',
      target: { type: 'order', id: order._id, label: number },
      before: { status: '未対応' },
      after: { status: '納品済み' },
    });
  });

  test('when a line’s number is given, then the whole order is delivered', async () => {
    const { number } = await shop.buy();
    const { status, body } = await deliver({ number: `${number}-01`, urls: { [`${number}-01`]: url('1') } });
    expect(status).toBe(200);
    expect(body.orderNumber).toBe(number);
  });

  test('when a delivery is repeated, then the response is the same and no second event is published', async () => {
    const { number } = await shop.buy();
    const urls = { [`${number}-01`]: url('1') };
    const first = await deliver({ number, urls });
    const again = await deliver({ number, urls });
    expect(again).toMatchObject({ status: 200, body: first.body });
    await waitForAuditEntry(number);
    expect(eventsOf(number).delivered).toHaveLength(1);
  });

  test('when a delivered order is delivered differently, then 409 and the first delivery is unchanged', async () => {
    const { number } = await shop.buy();
    await deliver({ number, urls: { [`${number}-01`]: url('first') } });
    const other = await deliver({ number, urls: { [`${number}-01`]: url('second') } });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('OrderAlreadyDelivered');
    expect((await shop.storedOrder(number)).lines[0]!.video!.url).toBe(url('first'));
  });

  test('when fifty equal deliveries arrive concurrently, then there is one delivery, one page and one event', async () => {
    const { number } = await shop.buy();
    const urls = { [`${number}-01`]: url('1') };
    const responses = await Promise.all(Array.from({ length: 50 }, () => deliver({ number, urls })));
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(responses.map(({ body }) => body.downloadPath)).size).toBe(1);
    await waitForAuditEntry(number);
    await shop.waitForOrder(number, ({ status }) => status === '納品済み');
    expect(eventsOf(number)).toMatchObject({ delivered: [{}], audited: [{}] });
  });

  test('when fifty different deliveries arrive concurrently, then one succeeds and the others get an error', async () => {
    const { number } = await shop.buy();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => deliver({ number, urls: { [`${number}-01`]: url(`${turn}`) } })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'OrderAlreadyDelivered')).toHaveLength(49);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect((await shop.storedOrder(number)).lines[0]!.video!.url).toBe(url(`${winner}`));
    await waitForAuditEntry(number);
    expect(eventsOf(number)).toMatchObject({ delivered: [{}], audited: [{}] });
  });

  test('when a line is declined, then it needs no link and is not on the page', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await shop.orders.updateOne({ number }, { $set: { 'lines.1.productionPossible': true } });
    const { status, body } = await deliver({ number, urls: { [`${number}-01`]: url('1'), [`${number}-02`]: ' ' } });
    expect(status).toBe(200);
    const page = await shop.call({ path: `/api${body.downloadPath}` });
    expect(page.body.orders).toMatchObject([{ id: `${number}-01` }]);
    const [event] = eventsOf(number).delivered;
    expect(
      event ?? (await shop.probe.waitFor('order.delivered', ({ data }) => (data as { orderNumber: string }).orderNumber === number)),
    ).toMatchObject({
      data: { lines: [{ lineNumber: `${number}-01` }] },
    });
  });
});

describe('the links of a delivery', () => {
  test.each([
    ['is missing', {}, 'DownloadUrlsRequired'],
    ['is blank', { '02': '　 ' }, 'DownloadUrlsRequired'],
    ['is http', { '02': 'http://videos.example/2' }, 'DownloadUrlInvalid'],
    ['is an unknown stored video', { '02': 'video:0190' }, 'FinishedVideoUnknown'],
    ['is of a line the order does not have', { '02': 'https://videos.example/2', '03': 'https://videos.example/3' }, 'InputInconsistent'],
  ])(
    'when one %s, then 400 names its line and nothing is delivered (admin 5.10, 7.38)',
    async (_case, others: Record<string, string>, code) => {
      const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
      const given = Object.entries({ '01': url('1'), ...others }).map(([line, link]) => [`${number}-${line}`, link]);
      const { status, body } = await deliver({ number, urls: Object.fromEntries(given) });
      expect(status).toBe(400);
      expect(body.code).toBe(code);
      const named = code === 'InputInconsistent' ? '03' : '02';
      expect(Object.keys(body.fields!)).toEqual([`downloadUrls.${number}-${named}`]);
      const order = await shop.storedOrder(number);
      expect(order.status).toBe('未対応');
      expect(order).not.toHaveProperty('download');
      expect(order.lines[0]).not.toHaveProperty('video');
      expect(eventsOf(number)).toEqual({ delivered: [], audited: [] });
    },
  );

  test.each([
    ['is missing', {}],
    ['is a list', { downloadUrls: ['https://videos.example'] }],
    ['contains objects', { downloadUrls: { a: { $ne: null } } }],
  ])('when the map %s, then 400', async (_case, body) => {
    const { number } = await shop.buy();
    expect((await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie: admin, body })).status).toBe(400);
  });
});

describe('the states of an order', () => {
  const actions = { deliver: (number: string) => deliver({ number, urls: { [`${number}-01`]: url('1') } }), complete } as const;

  test.each([
    ['未対応', 'deliver', 200, '納品済み'],
    ['未対応', 'complete', 200, '対応済み'],
    ['完了', 'deliver', 200, '納品済み'],
    ['完了', 'complete', 200, '対応済み'],
  ] as const)(
    'when an order is %s and the action is %s, then %i and it becomes %s (customer 4.3, 4.4; admin 4.20, 4.22, 7.36, 7.37)',
    async (from, action, status, to) => {
      const { number } = await shop.buy();
      await setStatus(number, from);
      const response = await actions[action](number);
      expect(response.status).toBe(status);
      expect(response.body.status).toBe(to);
      const order = await shop.waitForOrder(number, (current) => current.status === to);
      expect(order.handledAt).toBeInstanceOf(Date);
      expect(await waitForAuditEntry(number)).toMatchObject({ data: { before: { status: from }, after: { status: to } } });
    },
  );

  test.each([
    ['納品済み', 'complete', 'OrderAlreadyHandled'],
    ['対応済み', 'complete', 'OrderAlreadyHandled'],
    ['対応済み', 'deliver', 'OrderAlreadyHandled'],
  ] as const)('when an order is %s and the action is %s, then 409 and it is unchanged', async (from, action, code) => {
    const { number } = await shop.buy();
    await (from === '納品済み' ? actions.deliver(number) : actions.complete(number));
    await waitForAuditEntry(number);
    const before = await shop.waitForOrder(number, (current) => current.status === from);
    const response = await actions[action](number);
    expect(response.status).toBe(409);
    expect(response.body.code).toBe(code);
    expect(await shop.storedOrder(number)).toEqual(before);
  });

  test('when deliver and complete arrive concurrently, then exactly one of them succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const [delivered, completed] = await Promise.all([actions.deliver(number), actions.complete(number)]);
      expect([delivered.status, completed.status].sort()).toEqual([200, 409]);
      const loser = delivered.status === 409 ? delivered : completed;
      expect(loser.body).toMatchObject({ code: 'OrderAlreadyHandled', message: 'この注文はすでに対応済みです。' });
      const order = await shop.waitForOrder(number, ({ handledAt }) => handledAt !== undefined);
      expect(order.status).toBe(delivered.status === 200 ? '納品済み' : '対応済み');
      await waitForAuditEntry(number);
      expect(eventsOf(number).audited).toHaveLength(1);
    }
  });

  test.each(['deliver', 'complete'] as const)('when an order is unpaid or unknown, then %s is 404', async (action) => {
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    expect((await actions[action](body.orderNumber)).body.code).toBe('OrderNotFound');
    expect((await actions[action]('00000000')).status).toBe(404);
    expect((await shop.storedOrder(body.orderNumber)).status).toBe('未対応');
  });

  test('when the number in the path is malformed, then 400', async () => {
    expect((await complete('1%2F..%2F2')).status).toBe(400);
    expect((await complete('123')).status).toBe(400);
  });
});

describe('access', () => {
  test.each([
    ['GET', '/api/orders'],
    ['PATCH', '/api/orders/complete/12345678'],
    ['POST', '/api/orders/12345678/deliver'],
  ])('when %s %s is called without admin rights, then 401 or 403', async (method, path) => {
    const body = method === 'POST' ? { downloadUrls: {} } : undefined;
    expect((await shop.call({ method, path, body })).status).toBe(401);
    expect((await shop.call({ method, path, body, cookie: shop.identity.proofCookie('a@example.jp') })).status).toBe(401);
    expect((await shop.call({ method, path, body, cookie: await shop.identity.sessionCookie() })).status).toBe(403);
  });
});

describe('the list of orders', () => {
  test('when an admin lists the orders, then the lines of paid orders are listed, newest first, with their state (admin 3.6, 7.35)', async () => {
    const first = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const second = await shop.buy();
    const { body: unpaid } = await shop.openPayment({ email: shop.newEmail() });
    await deliver({ number: first.number, urls: { [`${first.number}-01`]: url('1'), [`${first.number}-02`]: url('2') } });
    const { status, body } = await shop.call({ path: '/api/orders', cookie: admin });
    expect(status).toBe(200);
    const lines = body as unknown as AdminLine[];
    expect(lines.slice(0, 3)).toMatchObject([
      {
        id: `${second.number}-01`,
        status: '未対応',
        payment: 'paid',
        productionPossible: false,
        videoDownloadUrl: null,
        downloadPath: null,
        handledAt: null,
      },
      { id: `${first.number}-01`, status: '納品済み', customerEmail: first.email, videoDownloadUrl: url('1') },
      { id: `${first.number}-02`, status: '納品済み', videoDownloadUrl: url('2'), downloadPath: expect.stringMatching(/^\/download\//) },
    ]);
    expect(JSON.stringify(body)).not.toContain(unpaid.orderNumber);
    await waitUntil(async () => !(await shop.storedOrder(first.number)).outbox);
  });
});
