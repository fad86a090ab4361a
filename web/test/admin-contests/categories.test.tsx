import { expect, test } from '@jest/globals';
import { type Athlete, CATEGORY_COLORS, type Category, type CreateCategory, errorCatalogue } from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { buildCategory } from '../../src/testing/build-contest.ts';
import { errorResponse, expectAccessible, json } from '../../src/testing/open-page.tsx';
import { expectToastAndClose, openEditScreen } from './contest-screens.ts';

const openCategories = (categories: Category[], athletes: Athlete[] = []) =>
  openEditScreen({
    given: {
      'GET /api/contests/c1/athletes': () => json(athletes),
      'GET /api/contests/c1/categories': () => json(categories),
      'POST /api/contests/c1/categories': ({ body }) => {
        const { name, color = '' } = body as CreateCategory;
        if (categories.some((category) => category.name === name)) return errorResponse('CategoryNameTaken');
        categories.push(buildCategory(name, color));
        return json(categories.at(-1), { status: 201 });
      },
    },
  });

const nameField = () => screen.getByRole('textbox', { name: 'カテゴリ名' });
const add = async ({ user }: ReturnType<typeof openCategories>, name: string) => {
  await user.clear(nameField());
  await user.type(nameField(), `${name}{Enter}`);
};
const ADDED = { title: '追加しました', text: 'カテゴリを追加しました' };

test('when categories are added, then each gets the next free colour (admin 2.33, 9.16)', async () => {
  const page = openCategories([]);
  const { user } = page;
  await screen.findByText('カテゴリはまだありません。');
  expect(screen.getByRole('button', { name: 'カテゴリの色：赤' })).toBeVisible();
  await add(page, 'ビキニ');
  await expectToastAndClose(user, ADDED);
  expect(nameField()).toHaveValue('');
  await screen.findByRole('button', { name: 'カテゴリの色：ピンク' });
  await add(page, 'フィジーク');
  await expectToastAndClose(user, ADDED);
  expect(page.requests('POST /api/contests/c1/categories').map(({ body }) => body)).toMatchObject([
    { name: 'ビキニ', color: CATEGORY_COLORS[0] },
    { name: 'フィジーク', color: CATEGORY_COLORS[1] },
  ]);
});

test('when all colours of the palette are used, then the next category gets another one (admin 9.16)', async () => {
  const page = openCategories(CATEGORY_COLORS.map((color, index) => buildCategory(`カテゴリ${index}`, color)));
  await screen.findByRole('button', { name: /^カテゴリの色：#[0-9a-f]{6}$/ });
  await add(page, '16番目');
  await expectToastAndClose(page.user, ADDED);
  const colors = page.requests('POST /api/contests/c1/categories').map(({ body }) => (body as CreateCategory).color);
  expect(colors).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/)]);
  expect(CATEGORY_COLORS).not.toContain(colors[0]);
});

test('when the name is taken, then the field shows the reason and has the focus', async () => {
  const page = openCategories([buildCategory('ビキニ', CATEGORY_COLORS[0])]);
  await screen.findByRole('button', { name: 'ビキニを削除' });
  await add(page, 'ビキニ');
  expect(await screen.findByText(errorCatalogue.CategoryNameTaken.message)).toBeVisible();
  expect(nameField()).toHaveFocus();
  expect(nameField()).toHaveValue('ビキニ');
  await expectAccessible();
});

test('when categories are deleted, then a question names the athletes, and one with athletes is kept (admin 2.33)', async () => {
  const [used, taken, free] = ['使用中', '先に使用', '空き'];
  const categories = [used, taken, free].map((name, index) => buildCategory(String(name), CATEGORY_COLORS[index] ?? ''));
  const { user, respond } = openCategories(categories, [
    buildAthlete('1', { category: '使用中' }),
    buildAthlete('2', { category: '空き', isDeleted: true }),
  ]);
  respond(`DELETE /api/contests/c1/categories/${encodeURIComponent('k-先に使用')}`, () => errorResponse('CategoryInUse'));
  respond(`DELETE /api/contests/c1/categories/${encodeURIComponent('k-空き')}`, () => {
    categories.pop();
    return new Response(null, { status: 204 });
  });
  const ask = async (name: string, title: string) => {
    await user.click(await screen.findByRole('button', { name: `${name}を削除` }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  const refusal = await ask('使用中', 'このカテゴリは削除できません');
  expect(refusal.getByText(/「使用中」には選手が1人います。/)).toBeInTheDocument();
  expect(refusal.getByRole('button', { name: '削除する' })).toBeDisabled();
  await expectAccessible();
  await user.click(refusal.getByRole('button', { name: 'キャンセル' }));
  // Another admin put an athlete into it meanwhile.
  await user.click((await ask('先に使用', '本当に削除しますか？')).getByRole('button', { name: '削除する' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(errorCatalogue.CategoryInUse.message);
  const question = await ask('空き', '本当に削除しますか？');
  expect(question.getByText(/このカテゴリの選手は0人です。削除済みの選手が1人います。/)).toBeInTheDocument();
  await user.click(question.getByRole('button', { name: '削除する' }));
  await expectToastAndClose(user, { title: '削除しました', text: 'カテゴリを削除しました' });
  await waitFor(() => expect(screen.queryByRole('button', { name: '空きを削除' })).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: '使用中を削除' })).toBeVisible();
});
