import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { type BackOffice, openOrder, orderCard } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { expectToastAndClose } from '../support/contest-desk.ts';
import { saveBy } from '../support/files.ts';
import { encodeVideo } from '../support/media-files.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';

/** The list of orders: delivery, completion, reopening and export. */
export const adminDeliveryJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  test.each(['phone', 'desk'] as const)(
    'when an order is delivered and another one completed, then the customer receives a mail, both are handled and exported, and the completed one can be reopened, on a %s (admin 1.3, 1.5, 2.48, 4.20, 4.21, 7.36, 7.42, 8.11)',
    async (size) => {
      const email = `has-a-delivery-on-${size}@example.jp`;
      const [delivered, completed] = await Promise.all([
        office.buy({ email, count: 2 }),
        office.buy({ email: `completed-on-${size}@example.jp`, name: '=HYPERLINK("x")', count: 1 }),
      ]);
      const { page, context, inspect, wrong } = await office.open('/admin', { size });
      await page.getByRole('tab', { name: '動画注文一覧' }).click();
      const card = orderCard(page, delivered.orderNumber);
      const completedCard = orderCard(page, completed.orderNumber);
      await card.waitFor();
      await completedCard.waitFor();
      await inspect('admin-orders');

      await openOrder(page, delivered.orderNumber);
      await inspect('admin-order-open');
      for (const [index, field] of (await card.getByRole('textbox').all()).entries()) await field.fill(`${VIDEO_SITE}/ready-${index + 1}`);
      await card.getByRole('button', { name: '納品', exact: true }).click();
      await expectToastAndClose(page, {
        title: '納品完了',
        text: `注文番号 ${delivered.orderNumber} のお客様に、ダウンロードリンクのメールを送信しました。`,
      });
      await card.waitFor({ state: 'detached' });
      await shop.stack().mailbox.waitFor({ to: email, subject: /納品/ });
      await (await openOrder(page, completed.orderNumber)).getByRole('button', { name: '完了', exact: true }).click();
      await page.getByRole('button', { name: '納品せずに完了する' }).click();
      await expectToastAndClose(page, { title: '処理完了', text: `注文番号 ${completed.orderNumber} を対応済みに移動しました。` });
      await completedCard.waitFor({ state: 'detached' });

      const { name, hasBom, lines: rows } = await saveBy(page.getByRole('button', { name: 'CSVで書き出す' }));
      expect([name, hasBom]).toEqual([expect.stringMatching(/^注文一覧.*\.csv$/), true]);
      expect(rows[0]).toMatch(/^注文番号,注文日時,支払日時,対応状況,/);
      const rowsOf = (orderNumber: string) => rows.filter((row) => row.startsWith(orderNumber));
      expect(rowsOf(delivered.orderNumber).map((row) => row.split(',')[0])).toEqual(delivered.lines.map((line) => line.orderNumber));
      expect(rowsOf(completed.orderNumber)).toEqual([expect.stringContaining(`"'=HYPERLINK(""x"")"`)]);

      await page.getByRole('tab', { name: '対応済み' }).click();
      const link = (await openOrder(page, delivered.orderNumber)).getByRole('link', { name: 'ダウンロードリンク' }).first();
      expect(await link.getAttribute('href')).toBe(`${VIDEO_SITE}/ready-1`);
      await completedCard.getByText('納品完了', { exact: true }).waitFor();
      await inspect('admin-orders-handled');
      await page.getByRole('button', { name: `注文番号 ${completed.orderNumber} の詳細` }).click();
      await page.getByRole('dialog').getByRole('button', { name: '未対応に戻す', exact: true }).click();
      await page.getByText('注文を未対応に戻しました').waitFor();
      await page.keyboard.press('Escape');
      await completedCard.waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: '未対応' }).click();
      await completedCard.waitFor();
      expect(wrong()).toEqual([]);
      await context.close();
    },
    120_000,
  );

  test('when a finished video is delivered first and the other one later, then the customer receives both, each with its own mail', async () => {
    const email = 'has-two-parts@example.jp';
    const { orderNumber, lines } = await office.buy({ email, count: 2 });
    const [first, second] = lines;
    if (!first || !second) throw new Error('Expected an order of two videos');
    const { mailbox, newCustomer, info } = shop.stack();
    const [admin, vertical, horizontal] = await Promise.all([
      office.elsewhere(),
      encodeVideo({ width: 72, height: 128, seconds: 0.4 }),
      encodeVideo({ width: 128, height: 72, seconds: 0.4 }),
    ]);
    const upload = async ({ id, contestId }: typeof first, content: Uint8Array) => {
      const media = { name: `${id}.mp4`, content, contentType: 'video/mp4', category: 'finished', lineId: id } as const;
      return { [id]: `video:${(await admin.uploadMedia(contestId, media)).id}` };
    };
    const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    const customer = newCustomer();
    const download = async (lineId: string): Promise<string> => {
      const { url } = await customer.claim(pageId, lineId);
      const response = await fetch(new URL(url, info.gateway), { headers: { cookie: customer.cookies() } });
      return digest(new Uint8Array(await response.arrayBuffer()));
    };

    const { status, downloadPath } = await admin.deliverReady(orderNumber, await upload(first, vertical));
    expect(status).toBe('未対応');
    const pageId = downloadPath.replace('/download/', '');
    const partial = await mailbox.waitFor({ to: email, subject: /一部の動画の納品/ });
    expect(partial.text).toContain(downloadPath);
    expect(await download(first.id)).toBe(digest(vertical));

    expect((await admin.deliver(orderNumber, await upload(second, horizontal))).status).toBe('納品済み');
    const rest = await mailbox.waitFor({ to: email, subject: /】動画の納品/ });
    expect(rest.text).toContain('残りの動画の準備ができました');
    expect([await download(first.id), await download(second.id)]).toEqual([digest(vertical), digest(horizontal)]);
    const subjects = (await mailbox.to(email)).map(({ subject }) => subject).filter((subject) => subject.includes('納品'));
    expect(subjects).toHaveLength(2);
  });

  test('when the mail server is unavailable, then the order is delivered, the response reports the unsent mail, and the mail is sent later (admin 8.12)', async () => {
    const email = 'mail-comes-later@example.jp';
    const { orderNumber, lines } = await office.buy({ email, count: 1 });
    const admin = await office.elsewhere();
    const { backing, mailbox } = shop.stack();
    await backing.kill('mailbox', 'SIGTERM');
    try {
      const response = await admin.deliver(orderNumber, Object.fromEntries(lines.map(({ id }) => [id, `${VIDEO_SITE}/${id}`])));
      expect(response).toMatchObject({ status: '納品済み', customerEmailSent: false });
    } finally {
      await backing.start('mailbox');
    }
    await mailbox.waitFor({ to: email, subject: /納品/ });
  });
};
