import { expect, jest } from '@jest/globals';
import {
  type Athlete,
  bulkCreateAthletesSchema,
  bulkPurgeAthletesSchema,
  bulkUpdateAthletesSchema,
  type Category,
  updateAthleteSchema,
} from '@stagereel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildAthlete } from '../../src/testing/build-athlete.ts';
import { buildContest } from '../../src/testing/build-contest.ts';
import { asAdmin, json, openPage, type Responder } from '../../src/testing/open-page.tsx';

const PATH = '/admin/contest/c1';
export const ATHLETES = '/api/contests/c1/athletes';
const CREATED_AT = '2026-11-01T00:00:00.000Z';

const contest = buildContest({ name: '第1回 春季大会', slug: 'spring', createdAt: CREATED_AT });

const buildCategories = (names: readonly string[]): Category[] =>
  names.map((name, index) => ({ id: `k${index}`, contestId: 'c1', name, color: '#1864ab', createdAt: CREATED_AT }));

/** The height of the list and of each row: jsdom has no layout, and the list only renders rows that fit, and eight more. */
const HEIGHTS = { list: 120, row: 60 };

/** Keeps the athletes of the contest like the catalog service. */
const createAthleteStore = (given: readonly Athlete[]) => {
  const stored = new Map(given.map((athlete) => [athlete.id, athlete]));
  return {
    all: () => [...stored.values()],
    add: (athlete: Athlete) => void stored.set(athlete.id, athlete),
    /** Returns undefined when there is no such athlete. */
    change: (id: string, change: Partial<Athlete>): Athlete | undefined => {
      const before = stored.get(id);
      if (!before) return undefined;
      const after = { ...before, ...change, version: before.version + 1 };
      stored.set(id, after);
      return after;
    },
    purge: (id: string) => stored.delete(id),
  };
};
type AthleteStore = ReturnType<typeof createAthleteStore>;

const NO_CONTENT = () => new Response(null, { status: 204 });

/** The responses to the changes of one athlete. */
const athleteResponses = (store: AthleteStore, id: string): Record<string, Responder> => ({
  [`PATCH ${ATHLETES}/${id}`]: ({ body }) => {
    const { version: _version, ...change } = updateAthleteSchema.parse(body);
    return json(store.change(id, change as Partial<Athlete>));
  },
  [`DELETE ${ATHLETES}/${id}`]: () => {
    store.change(id, { isDeleted: true });
    return NO_CONTENT();
  },
  [`DELETE ${ATHLETES}/${id}/permanent`]: () => {
    store.purge(id);
    return NO_CONTENT();
  },
});

/** The responses to the changes of many athletes, which all succeed. */
const bulkResponses = (store: AthleteStore): Record<string, Responder> => ({
  [`POST ${ATHLETES}/bulk-create`]: ({ body }) => {
    const created = bulkCreateAthletesSchema
      .parse(body)
      .athletes.map(({ athleteNumber, ...rest }) => buildAthlete(athleteNumber, { ...rest, id: `new-${rest.category}-${athleteNumber}` }));
    for (const athlete of created) store.add(athlete);
    return json({ created, failed: [] }, { status: 201 });
  },
  [`PATCH ${ATHLETES}/bulk-update`]: ({ body }) => {
    const { athleteIds, updates } = bulkUpdateAthletesSchema.parse(body);
    for (const id of athleteIds) store.change(id, updates as Partial<Athlete>);
    return json({ successCount: athleteIds.length, failedCount: 0 });
  },
  [`POST ${ATHLETES}/bulk-permanent-delete`]: ({ body }) => {
    const { athleteIds } = bulkPurgeAthletesSchema.parse(body);
    for (const id of athleteIds) store.purge(id);
    return json({ successCount: athleteIds.length, failedCount: 0 });
  },
});

/** Whatever the service refuses or does differently is given by the test. */
type Given = { categories?: readonly string[]; path?: string; given?: Record<string, Responder> };

/** Opens the athletes of a contest in the back office. `store` has the stored athletes, to check them or to change them elsewhere. */
export const openAthletes = (
  athletes: readonly Athlete[],
  { categories = ['ビキニ', 'フィジーク'], path = '', given = {} }: Given = {},
) => {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(HEIGHTS.list);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHTS.row);
  const store = createAthleteStore(athletes);
  const page = openPage(`${PATH}${path}`, {
    ...asAdmin(),
    'GET /api/contests/c1': () => json(contest),
    'GET /api/contests/c1/categories': () => json(buildCategories(categories)),
    [`GET ${ATHLETES}`]: () => json(store.all()),
    ...Object.assign({}, ...athletes.map(({ id }) => athleteResponses(store, id))),
    ...bulkResponses(store),
    ...given,
  });
  return { ...page, store };
};

/** Athletes with these bib numbers in the category ビキニ, as they are after they were added. */
export const newAthletes = (...bibs: string[]): Athlete[] =>
  bibs.map((bib) => buildAthlete(bib, { category: 'ビキニ', videoStatus: '未撮影', photoStatus: '未撮影' }));

// By label: a list has many fields, and Testing Library takes long to find one of them by its role.
export const bibField = (bib: string) => screen.findByLabelText<HTMLInputElement>(`${bib} の番号`);
/** The fields and buttons of the row of this athlete. */
export const inRow = (bib: string) => ({
  bib: () => screen.getByLabelText(`${bib} の番号`),
  category: () => screen.getByLabelText(`${bib} のカテゴリ`),
  video: () => screen.getByLabelText(`${bib} の動画の販売状況`),
  photo: () => screen.getByLabelText(`${bib} の写真の販売状況`),
  vertical: () => screen.getByLabelText(`${bib} の縦動画の価格`),
  horizontal: () => screen.getByLabelText(`${bib} の横動画の価格`),
  erase: () => screen.findByLabelText(`${bib} を削除`),
  restore: () => screen.findByLabelText(`${bib} を復元`),
  purge: () => screen.findByLabelText(`${bib} を完全に削除`),
});
export const listRegion = () => screen.getByLabelText('選手の一覧');
/** The bib numbers of the list, in its order. */
export const listedBibs = () =>
  within(listRegion())
    .getAllByLabelText<HTMLInputElement>(/ の番号$/)
    .map(({ value }) => value);
export const deletedSwitch = () => screen.getByRole('switch', { name: '削除済みの選手も表示' });

/** Waits until the dialog is closed, also its animation. */
export const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Waits for the title and text of a toast and closes it, because toasts stay open for the next test of the file. */
export const expectToastAndClose = async (user: UserEvent, { title, text }: { title: string; text: string }): Promise<void> => {
  const closeButton = () => screen.getByLabelText('通知を閉じる');
  const toast = await waitFor(() => {
    const shown = closeButton().closest('[role="status"], [role="alert"]');
    expect(shown).toHaveTextContent(title);
    expect(shown).toHaveTextContent(text);
    return shown;
  });
  await user.click(closeButton());
  await waitFor(() => expect(toast).not.toBeInTheDocument());
};

export const bulkToolbar = () => screen.getByLabelText('選手の一括操作');
export const bulkButton = (name: string) => within(bulkToolbar()).getByRole('button', { name });
export const athleteCheckbox = (bib: string) => screen.getByLabelText(`${bib} を選択`);
export const selectAllCheckbox = () => screen.getByLabelText('表示中の選手をすべて選択');
/** Waits until the toolbar says that this many athletes are selected. */
export const waitForSelection = async (count: number | string): Promise<void> => {
  expect(await within(bulkToolbar()).findByText(`${count}人を選択中`)).toBeVisible();
};
/** Waits for the dialog with this title, also for its animation. Returns the queries for it. */
export const findDialog = async (name: string) => {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog).toBeVisible());
  return within(dialog);
};

/** Presses Tab until the target has the focus. @throws when 120 presses do not reach it */
export const tabTo = async (user: UserEvent, target: HTMLElement, { shift = false } = {}): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if (target === document.activeElement) return;
    await user.tab({ shift });
  }
  throw new Error(`${target.outerHTML} cannot be reached by Tab`);
};
