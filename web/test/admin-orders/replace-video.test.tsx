import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildOrderTimeline } from '../../src/testing/build-order-timeline.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { buildDeliveredLine, findToast, openDetails } from './open-orders.tsx';

const REPLACE = 'PUT /api/admin/orders/12345678/lines/12345678-01/video';
const TITLE = '12345678-01 の動画を差し替える';
const SEND = '差し替えてお客様に知らせる';
const CURRENT = 'https://videos.example.com/1';
const BETTER = 'https://videos.example.com/better';
const DOUBT = '横向きの動画です（320×180）。';

const opener = () => screen.findByRole('button', { name: TITLE });
const openForm = async (given = {}) => {
  const page = openDetails([buildDeliveredLine()], { given });
  await page.user.click(await opener());
  const form = within(screen.getByRole('group', { name: TITLE }));
  const enter = async (url: string) => {
    await page.user.clear(form.getByRole('textbox'));
    await page.user.click(form.getByRole('textbox'));
    await page.user.paste(url);
    await page.user.keyboard('{Enter}');
  };
  return { page, form, enter };
};

test('when the new URL is missing or unchanged, then the field says so; when it is another, then the customer is informed', async () => {
  const { page, form, enter } = await openForm({ [REPLACE]: () => json(buildOrderTimeline()) });
  await waitFor(() => expect(form.getByRole('textbox')).toHaveFocus());
  await expectAccessible();
  await page.user.click(form.getByRole('button', { name: SEND }));
  expect(await form.findByText('新しい動画のURLを入力するか、動画をアップロードしてください。')).toBeVisible();
  await enter(CURRENT);
  expect(await form.findByText('現在と同じ動画です。')).toBeVisible();
  expect(form.getByRole('textbox')).toHaveFocus();
  await expectAccessible();
  expect(page.requests(REPLACE)).toEqual([]);

  await enter(BETTER);
  await findToast({ title: '動画を差し替えました', text: 'お客様にメールでお知らせします。' });
  await waitFor(() => expect(screen.queryByRole('group', { name: TITLE })).toBeNull());
  await waitFor(async () => expect(await opener()).toHaveFocus());
  expect(page.requests(REPLACE).map(({ body }) => body)).toEqual([{ url: BETTER, confirmedDoubts: {} }]);
});

test('when the server doubts the new video, then it must be confirmed, and another video needs its own confirmation', async () => {
  const { page, form, enter } = await openForm({
    [REPLACE]: () => errorResponse('DeliveryDoubtful', { fields: { 'downloadUrls.12345678-01': DOUBT } }),
  });
  await enter(BETTER);
  const alert = await form.findByRole('alert');
  expect(alert).toHaveTextContent('差し替える前に確認してください。');
  expect(alert).toHaveTextContent(DOUBT);
  expect(alert).toHaveTextContent('動画はまだ差し替えていません。このままでよければ「このまま差し替える」を押してください。');
  await expectAccessible();

  await page.user.type(form.getByRole('textbox'), '2');
  expect(form.queryByText(DOUBT)).toBeNull();
  expect(form.getByRole('button', { name: SEND })).toBeEnabled();
  await page.user.keyboard('{Backspace}');
  page.respond(REPLACE, () => json(buildOrderTimeline()));
  await page.user.click(form.getByRole('button', { name: 'このまま差し替える' }));
  await findToast({ title: '動画を差し替えました', text: 'お客様にメールでお知らせします。' });
  expect(page.requests(REPLACE).map(({ body }) => body)).toEqual([
    { url: BETTER, confirmedDoubts: {} },
    { url: BETTER, confirmedDoubts: { '12345678-01': DOUBT } },
  ]);
});

test('when the replacement is refused, then the reason is shown in the form, which keeps the URL', async () => {
  const { form, enter } = await openForm({ [REPLACE]: () => errorResponse('OrderRefunded') });
  await enter(BETTER);
  expect(await form.findByText('動画を差し替えられませんでした：この注文は返金済みのため納品できません。')).toBeVisible();
  expect(form.getByRole('textbox')).toHaveValue(BETTER);
});
