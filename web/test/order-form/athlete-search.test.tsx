import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { expectAccessible } from '../../src/testing/open-page.tsx';
import { athleteField, categoryField, openForm } from './open-order-form.ts';

const BIBS = ['12', '012', '12A', ...Array.from({ length: 1_997 }, (_, index) => String(1_000 + index))];
const athletes = BIBS.map((bib) => buildAthlete(bib, { name: bib === '12A' ? '山田 花子' : null }));

/** Opens the form of a contest with 2,000 athletes in one category. */
const openLargeContest = async () => {
  const { user } = await openForm({ athletes });
  await user.selectOptions(await categoryField(), '一般');
  const field = await athleteField();
  expect(field).toHaveAttribute('placeholder', '2,000名から番号・名前で検索');
  return {
    user,
    field,
    /** Replaces what the field contains, and waits until the number of matches is announced. */
    search: async (text: string) => {
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
      await waitFor(() =>
        expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
          expect.stringMatching(/^候補は[\d,]+名です。$/),
        ),
      );
    },
  };
};

test('when a number or a name is typed in any form, then Enter chooses the intended one of 2,000 athletes', async () => {
  const { user, field, search } = await openLargeContest();
  for (const [typed, found] of [
    ['012', '012'],
    ['12A', '12A　山田 花子'],
    ['12', '12'],
    ['０１２', '012'],
    ['１２ａ', '12A　山田 花子'],
    [' 2996 ', '2996'],
    ['山田花子', '12A　山田 花子'],
  ] as const) {
    await search(typed);
    await user.keyboard('{Enter}');
    await waitFor(() => expect([typed, field]).toEqual([typed, expect.objectContaining({ value: found })]));
  }
});

test('when an exact number is typed and the field is left, then that athlete is chosen', async () => {
  const { user, field, search } = await openLargeContest();
  await search('12');
  await user.tab();
  await waitFor(() => expect(field).toHaveValue('12'));
  expect(screen.getByText('合計 0本')).toBeVisible();
});

test('when nobody matches, then the list says so, and Escape closes it', async () => {
  const { user, search } = await openLargeContest();
  await search('一番強い人');
  expect(await screen.findByText('該当する選手が見つかりません。')).toBeVisible();
  await expectAccessible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByText('該当する選手が見つかりません。')).not.toBeVisible());
});
