import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
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

test('when another category is chosen, then the athlete is cleared', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'メンズフィジーク', bib: '001', style: '縦動画' });
  expect(await athleteField()).toHaveValue('001');
  await page.user.selectOptions(await categoryField(), 'ビキニ');
  await waitFor(async () => expect(await athleteField()).toHaveValue(''));
  expect(await styleField('縦動画')).toBeChecked();
});

test('when the same video is chosen twice, then the form shows that and does not continue', async () => {
  const page = await openForm();
  await chooseVideo(page, { category: 'ビキニ', bib: '002', style: '横動画' });
  await page.user.click(addButton());
  await waitFor(async () => expect(await categoryField(2)).toHaveFocus());
  await chooseVideo(page, { position: 2, category: 'ビキニ', bib: '002', style: '横動画' });
  await page.user.click(continueButton());
  expect(within(await videoGroup(2)).getByText('同じ動画がすでに選択されています。')).toBeVisible();
  expect(within(await videoGroup(1)).queryByText('同じ動画がすでに選択されています。')).not.toBeInTheDocument();
  expect(window.location.pathname).toBe('/order-form/spring');
  await expectAccessible();
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
