import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { categoryField, openForm, styleField, videoGroup } from './open-order-form.ts';

beforeEach(() => {
  const { matchMedia } = window;
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes('max-width') }));
});

const athletes = [
  buildAthlete('12', { id: 'a', category: 'メンズフィジーク' }),
  buildAthlete('12', { id: 'b', category: 'ビキニ', name: '山田 花子' }),
];
const searchButton = () => screen.findByRole('button', { name: /^ゼッケン番号・選手名で探す/ });
const athleteButton = async () => within(await videoGroup(1)).findByRole('button', { name: /^選手/ });
const sheet = () => screen.findByRole('dialog');
const sheetIsClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('when an athlete is searched on a phone, then a sheet opens, and the choice fills in the category and leads to the direction', async () => {
  const { user } = await openForm({ athletes });
  await user.click(await searchButton());
  const search = within(await sheet()).getByRole('combobox', { name: 'ゼッケン番号・選手名で探す' });
  await waitFor(() => expect(search).toHaveFocus());
  await expectAccessible();
  await user.type(search, '山田{Enter}');
  await sheetIsClosed();
  expect(await athleteButton()).toHaveAccessibleName(/12\u3000山田 花子$/);
  expect(await categoryField()).toHaveValue('ビキニ');
  await waitFor(async () => expect(within(await videoGroup(1)).getByRole('group', { name: /^動画の向き/ })).toHaveFocus());
  await user.click(await styleField('縦動画'));
  expect(await screen.findByText('合計 1本')).toBeVisible();
});

test('when the sheet is left with Escape, its button or the back button of the browser, then the field has the focus and nothing is chosen', async () => {
  const { user } = await openForm({ athletes });
  await user.selectOptions(await categoryField(), 'ビキニ');
  const leave = {
    escape: () => user.keyboard('{Escape}'),
    close: async () => user.click(within(await sheet()).getByRole('button', { name: '閉じる' })),
    back: async () => window.history.back(),
  };
  for (const way of ['escape', 'close', 'back'] as const) {
    await user.click(await athleteButton());
    await user.type(within(await sheet()).getByRole('combobox'), '1');
    await leave[way]();
    await sheetIsClosed();
    expect(await athleteButton()).toHaveFocus();
    expect(await athleteButton()).toHaveAccessibleName(/1名から番号・名前で検索$/);
    expect(window.location.pathname).toBe('/order-form/spring');
  }
});
