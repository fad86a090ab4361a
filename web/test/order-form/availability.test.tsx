import { expect, test } from '@jest/globals';
import { refusalMessages } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { holdBack } from '../../src/testing/hold-back.ts';
import { errorResponse, expectAccessible, json, networkFailure, openPage } from '../../src/testing/open-page.tsx';
import {
  ATHLETES_KEY,
  athleteField,
  buildContest,
  categoryField,
  chooseVideo,
  continueButton,
  FORM_PATH,
  onSale,
  openForm,
  videoGroup,
} from './open-order-form.ts';

test('when a selected athlete is no longer on sale, then the form names the video and does not accept it', async () => {
  const item = { id: 'i1', category: '一般', athleteNumber: '1', videoStyles: ['縦動画' as const] };
  savedData.write('formData', { drafts: [{ contestSlug: 'spring', items: [item] }] });
  const page = await openForm({ athletes: [buildAthlete('1', { videoStatus: '受注停止' }), buildAthlete('2')] });
  expect(await screen.findByText('動画1：一般 ゼッケン番号1 縦動画')).toBeVisible();
  await expectAccessible();

  const athlete = await athleteField();
  await page.user.click(continueButton());
  expect(athlete).toHaveFocus();
  expect(window.location.pathname).toBe(FORM_PATH);

  await chooseVideo(page, { category: '一般', bib: '2', style: '縦動画' });
  await waitFor(() => expect(screen.queryByText(/ゼッケン番号1 縦動画/)).not.toBeInTheDocument());
  await page.user.click(continueButton());
  await waitFor(() => expect(window.location.pathname).toBe('/order-confirmation'));
});

test.each([
  ['in the link', { slug: 'me\u0144sopen', link: 'me%6E%CC%81sopen' }],
  ['in the stored contest', { slug: 'men\u0301sopen', link: 'me%C5%84sopen' }],
])('when an accent is a character of its own %s, then the order form opens', async (_where, { slug, link }) => {
  openPage(`/order-form/${link}`, onSale({ contest: buildContest({ slug }) }));
  expect(await videoGroup(1)).toBeVisible();
});

test('when the contest is not listed any more, then the page says so and leads to the contests on sale', async () => {
  const { user } = openPage(FORM_PATH, { 'GET /api/contests': () => json([]) });
  expect(await screen.findByText(refusalMessages.ContestNotFound)).toBeVisible();
  await expectAccessible();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: '販売中の大会を見る' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('when the contest is listed but not on sale, then the page says so', async () => {
  openPage(FORM_PATH, { 'GET /api/contests': () => json([buildContest({ videoPublished: false })]) });
  expect(await screen.findByText(refusalMessages.ContestNotPublished)).toBeVisible();
  expect(screen.queryByRole('button', { name: '動画を追加' })).not.toBeInTheDocument();
});

test.each([
  ['no athletes', []],
  ['athletes whose videos are not on sale yet', [buildAthlete('1', { videoStatus: '確認中' })]],
])(
  'when the contest has %s, then the page says that the sale is being prepared, and leads to the contests on sale',
  async (_case, athletes) => {
    const { user } = openPage(FORM_PATH, onSale({ athletes }));
    expect(await screen.findByText('準備中')).toBeVisible();
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
    await expectAccessible();
    await user.click(screen.getByRole('link', { name: '販売中の大会を見る' }));
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  },
);

test('when a category has no athletes on sale, then it is not offered', async () => {
  await openForm({ athletes: [buildAthlete('1'), buildAthlete('2', { category: 'ビキニ', videoStatus: '受注停止' })] });
  expect(
    within(await categoryField())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['選択してください', '一般']);
});

test('when videos cost differently, then the price above the form is a range', async () => {
  await openForm({ athletes: [buildAthlete('1', { verticalVideoPrice: 3_000 }), buildAthlete('2')] });
  expect(screen.getByText('1本 ¥3,000〜¥5,000（税込）')).toBeVisible();
});

test('when the list of athletes is slow and then fails, then the form shows that, and retry loads the list', async () => {
  const failing = holdBack(networkFailure);
  const page = openPage(FORM_PATH, { ...onSale(), [ATHLETES_KEY]: failing.responder });
  await waitFor(() => expect(page.requests(ATHLETES_KEY)).toHaveLength(1));
  // The same text of the whole page may just be replaced by that of the list.
  await waitFor(() => expect(screen.getByText(/読み込み中/)).toBeVisible());
  await expectAccessible();
  failing.release();
  expect(await screen.findByText('選手の一覧を読み込めませんでした')).toBeVisible();
  expect(screen.getByText('サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。')).toBeVisible();
  await expectAccessible();

  page.respond(ATHLETES_KEY, () => errorResponse('Internal'));
  await page.user.click(screen.getByRole('button', { name: '再試行' }));
  await waitFor(() => expect(page.requests(ATHLETES_KEY)).toHaveLength(2));
  expect(await screen.findByText('選手の一覧を読み込めませんでした')).toBeVisible();

  page.respond(ATHLETES_KEY, onSale()[ATHLETES_KEY]);
  await page.user.click(await screen.findByRole('button', { name: '再試行' }));
  expect(await videoGroup(1)).toBeVisible();
});
