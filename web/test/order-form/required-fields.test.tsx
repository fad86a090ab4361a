import { expect, test } from '@jest/globals';
import { MAX_ORDER_ITEMS } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { savedData } from '../../src/lib/saved-data.ts';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { openTextLedger } from '../../src/testing/text-ledger.ts';
import {
  addButton,
  athleteField,
  categoryField,
  chooseVideo,
  continueButton,
  openForm,
  styleField,
  videoGroup,
} from './open-order-form.ts';

const ledger = openTextLedger('order-form');

test('when fields are missing, then each shows an error, and the first one gets the focus', async () => {
  const page = await openForm();
  await ledger.see('縦動画');
  await ledger.see('横動画');
  expect(within(await videoGroup(1)).getByLabelText(/^選手/)).toBeDisabled();

  await page.user.click(continueButton());
  await ledger.see('すべての項目を選択してください');
  expect(screen.getByText('カテゴリーを選択してください。')).toBeVisible();
  expect(screen.getByText('動画の向きを選択してください。')).toBeVisible();
  expect(await categoryField()).toHaveFocus();
  await expectAccessible();

  await page.user.selectOptions(await categoryField(), 'メンズフィジーク');
  const athlete = await athleteField();
  await page.user.click(continueButton());
  expect(await screen.findByText('選手を選択してください。')).toBeVisible();
  expect(athlete).toHaveFocus();

  await chooseVideo(page, { category: 'メンズフィジーク', bib: '001', style: '縦動画' });
  await waitFor(() => expect(screen.queryByText('すべての項目を選択してください')).not.toBeInTheDocument());
});

test('when another category is chosen, then the athlete is cleared (customer 2.25)', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'メンズフィジーク', bib: '001', style: '縦動画' });
  expect(await athleteField()).toHaveValue('001');
  await page.user.selectOptions(await categoryField(), 'ビキニ');
  await waitFor(async () => expect(await athleteField()).toHaveValue(''));
  expect(await styleField('縦動画')).toBeChecked();
});

test('when a video is chosen in another item, then it cannot be chosen again, and the item says where it is', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'ビキニ', bib: '002', style: '横動画' });
  await page.user.click(addButton());
  await waitFor(async () => expect(await athleteField(2)).toHaveFocus());
  await chooseVideo(page, { position: 2, category: 'ビキニ', bib: '002', style: '縦動画' });
  expect(await styleField('横動画', 2)).toBeDisabled();
  expect(await styleField('横動画', 2)).toHaveAccessibleName(/^横動画 動画1で選択済み/);
  expect(screen.getByText('合計 2本')).toBeVisible();
  await expectAccessible();
});

test('when the same video is chosen twice, then the form shows that at once, counts it once and does not continue', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'ビキニ', bib: '002', style: '横動画' });
  await page.user.click(addButton());
  await chooseVideo(page, { position: 2, category: 'ビキニ', bib: '003', style: '横動画' });
  expect(screen.getByText('合計 2本')).toBeVisible();
  const field = await athleteField(2);
  await page.user.clear(field);
  await page.user.type(field, '002{Enter}');
  expect(await within(await videoGroup(2)).findByText('同じ動画がすでに選択されています。')).toBeVisible();
  expect(within(await videoGroup(1)).queryByText('同じ動画がすでに選択されています。')).not.toBeInTheDocument();
  expect(screen.getByText('合計 1本')).toBeVisible();
  await page.user.click(continueButton());
  expect(await screen.findByText('同じ動画が重複して選択されています。重複した項目を削除してください。')).toBeVisible();
  expect(window.location.pathname).toBe('/order-form/spring');
  await expectAccessible();
});

test('when both directions of an athlete are chosen, then they are two videos of the order', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'ビキニ', bib: '003', style: '縦動画' });
  await page.user.click(await styleField('横動画'));
  expect(await screen.findByText('合計 2本')).toBeVisible();
  await page.user.click(continueButton());
  await screen.findByRole('heading', { level: 1, name: '注文内容の確認' });
  expect(savedData.read('orderData')?.items).toMatchObject([
    { category: 'ビキニ', athleteNumber: '003', videoStyle: '縦動画', price: 5000 },
    { category: 'ビキニ', athleteNumber: '003', videoStyle: '横動画', price: 5000 },
  ]);
});

test('when a video is added, then it keeps the category of the last one', async () => {
  const page = await openForm();
  await page.user.click(addButton());
  await waitFor(async () => expect(await categoryField(2)).toHaveFocus());
  await chooseVideo(page, { position: 2, category: 'ビキニ', bib: '002', style: '横動画' });
  await page.user.click(addButton());
  await waitFor(async () => expect(await athleteField(3)).toHaveFocus());
  expect(await categoryField(3)).toHaveValue('ビキニ');
  expect(await athleteField(3)).toHaveValue('');
});

test('when the order contains as many videos as it may, then no direction and no athlete can be added', async () => {
  const athletes = Array.from({ length: MAX_ORDER_ITEMS / 2 + 1 }, (_, index) => buildAthlete(String(index)));
  const items = athletes.map(({ category, athleteNumber }, index) => ({
    id: athleteNumber,
    category,
    athleteNumber,
    videoStyles: index < 3 ? ['縦動画' as const] : ['縦動画' as const, '横動画' as const],
  }));
  savedData.write('formData', { drafts: [{ contestSlug: 'spring', items }] });
  const page = await openForm({ athletes });
  await page.user.click(await styleField('横動画'));
  expect(await screen.findByText(`合計 ${MAX_ORDER_ITEMS}本`)).toBeVisible();
  expect(screen.getByText('1回のご注文は50本までです。', { selector: 'p' })).toBeVisible();
  expect(addButton()).toBeDisabled();
  expect(await styleField('横動画', 2)).toBeDisabled();
});

test('when all videos are removed, then the form requires one, and the button to add a video gets the focus', async () => {
  const page = await openForm();
  await page.user.click(screen.getByRole('button', { name: '動画1を削除' }));
  await page.user.click(continueButton());
  await ledger.see('注文項目を選択してください');
  expect(addButton()).toHaveFocus();
  await expectAccessible();
});

test('when a complete order is continued, then the confirmation shows each video with its price', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'ビキニ', bib: '003', style: '縦動画' });
  expect(await screen.findByText('合計 1本')).toBeVisible();
  await page.user.click(continueButton());
  expect(await screen.findByRole('heading', { level: 1, name: '注文内容の確認' })).toHaveFocus();
  expect(window.location.pathname).toBe('/order-confirmation');
  expect(screen.getByText(/山田 花子/)).toBeVisible();
  expect(screen.getAllByText(/¥5,000/)[0]).toBeVisible();
});

test('when all tests of the order form have run, then every text that the specification quotes was shown', () => {
  expect(ledger.unseen()).toEqual([]);
});
