import { describe, expect, test } from '@jest/globals';
import { CATEGORY_COLORS, createAthleteSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { createAthlete } from '../../src/domain/athlete/create-athletes.ts';
import { deleteCategory } from '../../src/domain/category/edit-categories.ts';
import type { CatalogDeps } from '../../src/domain/deps.ts';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);

const list = async (contestId: string) => (await catalog.call('GET', `/api/contests/${contestId}/categories`)).body;
const add = (contestId: string, body: unknown) => catalog.call('POST', `/api/contests/${contestId}/categories`, { body });
const remove = (contestId: string, id: string) => catalog.call('DELETE', `/api/contests/${contestId}/categories/${id}`);

describe('adding a category', () => {
  test('when no colour is given, then the first unused colour of the palette is used (customer 3.4; admin 2.33, 3.3, 7.16)', async () => {
    const { id } = await catalog.contest();
    const first = await add(id, { contestId: id, name: 'メンズフィジーク' });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: expect.any(String),
      contestId: id,
      name: 'メンズフィジーク',
      color: CATEGORY_COLORS[0],
      createdAt: expect.any(String),
    });
    const chosen = await add(id, { name: 'ビキニ', color: CATEGORY_COLORS[1].toUpperCase() });
    expect(chosen.body.color).toBe(CATEGORY_COLORS[1].toUpperCase());
    expect((await add(id, { name: 'ボディビル' })).body.color).toBe(CATEGORY_COLORS[2]);
    expect((await list(id)).map(({ name }: { name: string }) => name)).toEqual(['メンズフィジーク', 'ビキニ', 'ボディビル']);
    const [event] = await catalog.auditEvents('category.created', first.body.id);
    expect(event?.data).toMatchObject({ target: { type: 'category', label: 'メンズフィジーク' }, after: { contestId: id } });
  });

  test('when all 15 colours are used, then another colour is used', async () => {
    const { id } = await catalog.contest();
    for (const name of CATEGORY_COLORS) await catalog.category(id, name);
    const { color } = await catalog.category(id, 'もう一つ');
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });

  test('when the name is taken, even in full-width characters, then it is refused', async () => {
    const { id } = await catalog.contest();
    await catalog.category(id, 'クラスA');
    const response = await add(id, { name: '　クラスＡ ' });
    expect([response.status, response.body.code]).toEqual([409, 'CategoryNameTaken']);
    expect(await list(id)).toHaveLength(1);
    expect((await add((await catalog.contest()).id, { name: 'クラスA' })).status).toBe(201);
  });

  test('when one name is added 20 times and 10 other names once, all at once, then each name and each colour exists once', async () => {
    const { id } = await catalog.contest();
    const names = [...Array.from({ length: 20 }, () => '男子'), ...Array.from({ length: 10 }, (_, index) => `級 ${index}`)];
    const statuses = (await Promise.all(names.map((name) => add(id, { name })))).map(({ status }) => status);
    expect(statuses.slice(0, 20).filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.slice(0, 20).filter((status) => status === 409)).toHaveLength(19);
    expect(new Set(statuses.slice(20))).toEqual(new Set([201]));
    const colors: string[] = (await list(id)).map(({ color }: { color: string }) => color);
    expect(new Set(colors).size).toBe(11);
  });

  test.each([
    ['a blank name', { name: ' ' }, 'カテゴリ名を入力してください。'],
    ['no name', {}, undefined],
    ['a MongoDB operator as the name', { name: { $ne: null } }, undefined],
    ['a name of 5,000 characters', { name: 'あ'.repeat(5000) }, undefined],
    ['an invalid colour', { name: '女子', color: 'red;background:url(x)' }, undefined],
  ])('when the request contains %s, then it is refused', async (_what, body, message) => {
    const { id } = await catalog.contest();
    const response = await add(id, body);
    expect(response.status).toBe(400);
    expect(response.body.message).toEqual(message ?? expect.stringMatching(/[ぁ-ん]/));
    expect(await list(id)).toEqual([]);
  });

  test('when the contest is unknown, then the response is a 404', async () => {
    expect((await add('unknown', { name: '男子' })).status).toBe(404);
  });
});

describe('deleting a category', () => {
  test('when only deleted athletes are in it, then it is deleted (admin 2.33, 7.16)', async () => {
    const { id } = await catalog.contest();
    const category = await catalog.category(id, '男子');
    const athlete = await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    await catalog.call('DELETE', `/api/contests/${id}/athletes/${athlete.id}`);
    expect((await remove(id, category.id)).status).toBe(204);
    expect(await list(id)).toEqual([]);
    expect((await remove(id, category.id)).status).toBe(404);
    const [event] = await catalog.auditEvents('category.deleted', category.id);
    expect(event?.data).toMatchObject({ target: { label: '男子' }, before: { contestId: id } });
  });

  test('when an athlete is in it, then it stays and the response gives the reason', async () => {
    const { id } = await catalog.contest();
    const category = await catalog.category(id, '男子');
    await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
    const response = await remove(id, category.id);
    expect([response.status, response.body]).toEqual([
      409,
      { code: 'CategoryInUse', message: 'このカテゴリは選手に使われているため削除できません。' },
    ]);
    expect(await list(id)).toHaveLength(1);
  });

  test('when only another contest has athletes in a category of the same name, then it is deleted', async () => {
    const [one, other] = [await catalog.contest(), await catalog.contest()];
    const category = await catalog.category(one.id, '男子');
    await catalog.category(other.id, '男子');
    await catalog.athlete(other.id, { athleteNumber: '1', category: '男子' });
    expect((await remove(one.id, category.id)).status).toBe(204);
    expect(await list(other.id)).toHaveLength(1);
  });

  describe('deleting a category while an athlete is put into it', () => {
    const actor = { id: 'admin', email: 'admin@example.jp', ip: '127.0.0.1' };
    const names = async (id: string): Promise<string[]> => (await list(id)).map(({ name }: { name: string }) => name);

    test('when it is deleted after the athlete was checked and before it is stored, then it is restored with its colour', async () => {
      const { id } = await catalog.contest();
      const category = await catalog.category(id, '男子');
      const deps = await catalog.openDeps();
      const insert: CatalogDeps['athletes']['insert'] = async (input) => {
        expect((await remove(id, category.id)).status).toBe(204);
        return deps.athletes.insert(input);
      };
      const data = createAthleteSchema.parse({ athleteNumber: '1', category: '男子' });
      await createAthlete({ ...deps, athletes: { ...deps.athletes, insert } }, { contestId: id, actor, data });
      expect(await list(id)).toEqual([category]);
      expect(await catalog.athletes(id)).toMatchObject([{ category: '男子' }]);
    });

    test('when the athlete is stored after the deletion checked for athletes, then the deletion checks again and is refused', async () => {
      const { id } = await catalog.contest();
      const category = await catalog.category(id, '男子');
      const deps = await catalog.openDeps();
      let checks = 0;
      const isCategoryUsed: CatalogDeps['athletes']['isCategoryUsed'] = async (input) => {
        const isUsed = await deps.athletes.isCategoryUsed(input);
        checks += 1;
        if (checks === 1) await catalog.athlete(id, { athleteNumber: '1', category: '男子' });
        return isUsed;
      };
      const deleting = deleteCategory(
        { ...deps, athletes: { ...deps.athletes, isCategoryUsed } },
        { contestId: id, categoryId: category.id, actor },
      );
      await expect(deleting).rejects.toMatchObject({ code: 'CategoryInUse' });
      expect(checks).toBe(2);
      expect(await names(id)).toEqual(['男子']);
    });

    test('when both happen at the same time, then no athlete is left without its category', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await catalog.contest();
        const category = await catalog.category(id, '男子');
        const body = { athleteNumber: '1', category: '男子' };
        const [added, removed] = await Promise.all([
          catalog.call('POST', `/api/contests/${id}/athletes`, { body }),
          remove(id, category.id),
        ]);
        expect([201, 400]).toContain(added.status);
        expect([204, 409]).toContain(removed.status);
        const known = await names(id);
        for (const athlete of await catalog.athletes(id)) expect(known).toContain(athlete.category);
      }
    });
  });
});
