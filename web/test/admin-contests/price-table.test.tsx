import { expect, test } from '@jest/globals';
import type { Athlete, SavedPriceDescription } from '@stagereel/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible, json } from '../../src/testing/open-page.tsx';
import { expectToastAndClose, openEditScreen } from './contest-screens.ts';

const NOTES = '※カテゴリー単位での販売は行っておりません。';
/** No price table was saved. */
const UNSAVED: SavedPriceDescription = { items: [], notes: '', version: 0 };

const openPriceTable = ({ start = UNSAVED, athletes = [] }: { start?: SavedPriceDescription; athletes?: readonly Athlete[] } = {}) => {
  let stored = start;
  return openEditScreen({
    search: '?tab=content',
    given: {
      'GET /api/contests/c1/athletes': () => json(athletes),
      'GET /api/contests/c1/price-description': () => json(stored),
      'PUT /api/contests/c1/price-description': ({ body }) => {
        stored = { ...stored, ...Object(body), version: stored.version + 1 };
        return json(stored);
      },
    },
  });
};

const item = (position: number) => screen.findByLabelText(`料金${position}の項目名`);
const price = (position: number) => screen.findByLabelText(`料金${position}の価格（税込）`);
const notes = () => screen.findByLabelText('備考');
const saveButton = () => screen.getByRole('button', { name: '価格表を保存' });

test('when no price table was saved, then the editor suggests one and says that customers do not see it (admin 7.34, 9.13)', async () => {
  openPriceTable();
  expect(await item(1)).toHaveValue('第1カテゴリー');
  expect(await price(1)).toHaveValue('3,000');
  expect(await item(2)).toHaveValue('第2カテゴリー');
  expect(await price(2)).toHaveValue('4,500');
  expect(await notes()).toHaveValue(NOTES);
  expect(screen.queryByText('保存していない変更があります。')).not.toBeInTheDocument();
  expect(screen.getByRole('alert', { name: 'まだ保存されていません' })).toHaveTextContent(
    '価格表を保存するまで、お客様には価格表を表示しません。',
  );
  await expectAccessible();
});

test('when an empty price table was saved, then the editor is empty', async () => {
  openPriceTable({ start: { ...UNSAVED, version: 1 } });
  expect(await screen.findByText('料金の項目はありません。')).toBeVisible();
  expect(await notes()).toHaveValue('');
  expect(screen.queryByText('まだ保存されていません')).not.toBeInTheDocument();
});

test('when prices differ from those of the athletes on sale, then a warning has both figures, and they can still be saved', async () => {
  const page = openPriceTable({
    start: {
      items: [
        { name: '縦動画', price: 4000 },
        { name: '横動画', price: 6000 },
        { name: '両方', price: 5000 },
        { name: '特別', price: 9000 },
      ],
      notes: '',
      version: 1,
    },
    athletes: [
      buildAthlete('1', { verticalVideoPrice: 4000, horizontalVideoPrice: 6000 }),
      buildAthlete('2', { videoStatus: '受注停止', verticalVideoPrice: 9000, horizontalVideoPrice: 5000 }),
    ],
  });
  const warning = await screen.findByRole('status', { name: '販売価格と異なる料金があります' });
  expect(
    within(warning)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '「両方」は¥5,000ですが、販売中の動画の価格は¥4,000〜¥6,000です。',
    '「特別」は¥9,000ですが、販売中の動画の価格は¥4,000〜¥6,000です。',
  ]);
  await expectAccessible();
  await page.user.click(saveButton());
  await expectToastAndClose(page.user, { title: '保存しました', text: '価格表を保存しました' });

  await page.user.click(screen.getByRole('button', { name: '料金4を削除' }));
  await page.user.clear(await price(3));
  await page.user.type(await price(3), '６，０００');
  expect(warning).not.toBeInTheDocument();
});

test.each([
  ['', '価格を入力してください。'],
  ['3050', '0円から1,000,000円まで、100円単位で入力してください。'],
  ['-100', '0円から1,000,000円まで、100円単位で入力してください。'],
])(
  'when an added item has no name and the price "%s", then both fields are marked, and nothing is sent (admin 5.8)',
  async (typed, error) => {
    const page = openPriceTable();
    const { user } = page;
    await user.click(await screen.findByRole('button', { name: '料金1を削除' }));
    await user.click(screen.getByRole('button', { name: '料金を追加' }));
    await waitFor(async () => expect(await item(2)).toHaveFocus());
    if (typed !== '') await user.type(await price(2), typed);
    await user.click(saveButton());
    expect(await screen.findByText('項目名を入力してください。')).toBeVisible();
    expect(screen.getByText(error)).toBeVisible();
    await waitFor(async () => expect(await item(2)).toHaveFocus());
    expect(await price(2)).toBeInvalid();
    await expectAccessible();
    expect(page.requests('PUT /api/contests/c1/price-description')).toEqual([]);
  },
);

test('when the page is reloaded before prices are saved, then the input is kept; when it is saved, then full-width digits are read (admin 2.37, 7.34)', async () => {
  const first = openPriceTable();
  await first.user.click(await screen.findByRole('button', { name: '料金1を削除' }));
  await first.user.click(screen.getByRole('button', { name: '料金を追加' }));
  await first.user.type(await item(2), 'セット');
  await first.user.type(await price(2), '￥７，０００');
  await first.user.clear(await notes());
  await first.user.type(await notes(), '一行目{Enter}二行目');
  cleanup();

  const page = openPriceTable();
  expect(await screen.findByText('保存していない変更があります。')).toBeVisible();
  expect(await item(2)).toHaveValue('セット');
  expect(await price(2)).toHaveValue('￥７，０００');
  await page.user.click(saveButton());
  await expectToastAndClose(page.user, { title: '保存しました', text: '価格表を保存しました' });
  expect(page.requests('PUT /api/contests/c1/price-description').map(({ body }) => body)).toEqual([
    {
      items: [
        { name: '第2カテゴリー', price: 4500 },
        { name: 'セット', price: 7000 },
      ],
      notes: '一行目\n二行目',
      version: 0,
    },
  ]);
  expect(await price(2)).toHaveValue('7,000');
  expect(screen.queryByText('保存していない変更があります。')).not.toBeInTheDocument();

  await page.user.clear(await notes());
  await page.user.type(await notes(), 'やめておく');
  await page.user.click(screen.getByRole('button', { name: '変更を取り消す' }));
  expect(await notes()).toHaveValue('一行目\n二行目');
});
