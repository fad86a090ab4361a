import { contestListSchema } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import type { BrowserContext, Page } from 'playwright-core';
import { enterBackOffice, leaveMarker } from './admin.ts';
import { openBackOffice } from './back-office.ts';
import type { Size } from './browser.ts';
import type { ShopAndBrowser, Window } from './browser-tests.ts';

export const contestTable = (page: Page) => page.getByRole('table', { name: '大会の一覧' });
export const contestRow = (page: Page, name: string) => contestTable(page).getByRole('row').filter({ hasText: name });
export const addContestButton = (page: Page) => page.getByRole('button', { name: '新規大会を追加' });
export const addContestDialog = (page: Page) => page.getByRole('dialog', { name: '新規大会を追加' });
export const videoSwitch = (page: Page, name: string) => page.getByRole('switch', { name: `${name}の動画を公開` });
export const photoSwitch = (page: Page, name: string) => page.getByRole('switch', { name: `${name}の写真を公開` });

const CLOSE_TOAST = '通知を閉じる';
const closeToastButton = (page: Page) => page.getByRole('button', { name: CLOSE_TOAST });

/** The one message that floats over the page. */
export const toast = (page: Page) =>
  page
    .getByRole('status')
    .or(page.getByRole('alert'))
    .filter({ has: closeToastButton(page) });

/**
 * Waits for a toast's title and text. It lies over what is behind it, so it is put away once it was read. On a busy machine its seconds may be
 * over before the click: what counts is that it was shown, and is gone.
 */
export const readToast = async (page: Page, { title, text }: { title: string; text: string }): Promise<void> => {
  const shown = toast(page).filter({ hasText: title }).filter({ hasText: text });
  // This very card: a locator would wait for a button that is gone, or press that of the toast that came next.
  const card = await shown.filter({ visible: true }).elementHandle();
  const isStillThere = () => card?.evaluate((element) => element.isConnected).catch(() => false);
  try {
    await (await card?.$(`[aria-label="${CLOSE_TOAST}"]`))?.click();
  } catch (error) {
    if (await isStillThere()) throw error;
  }
  await shown.waitFor({ state: 'detached' });
};

/** So many athletes are stored before the gateway gives up, on a machine that has much else to do. */
const CHUNK = 500;

type NewContest = { name: string; categories?: readonly string[]; athletes?: Parameters<Admin['createAthletes']>[1] };

/** `hasOwnSession`: for who ends it; all other windows are one admin's. */
type Opening = { size?: Size; hasOwnSession?: boolean };

/** What the journeys of the contests share: windows of an admin, and one more admin who works elsewhere. */
export const openContestDesk = (shop: ShopAndBrowser) => {
  const { elsewhere } = openBackOffice(shop);
  let session: Awaited<ReturnType<BrowserContext['cookies']>> = [];

  const enter = async ({ page, context }: Window): Promise<void> => {
    if (session.length === 0) {
      await enterBackOffice({ stack: shop.stack(), page });
      session = await context.cookies();
      return;
    }
    await context.addCookies(session);
    await leaveMarker(page, shop.stack().info.admin.email);
  };

  return {
    elsewhere,
    /** An admin's window. */
    open: async (path: string, { size = 'desk', hasOwnSession = false }: Opening = {}): Promise<Window> => {
      const window = await shop.open(size);
      if (hasOwnSession) await enterBackOffice({ stack: shop.stack(), page: window.page });
      else await enter(window);
      await window.page.goto(path);
      return window;
    },
    /** A contest that nobody but an admin sees. Answers its id and the address of its edit screen. */
    newContest: async ({ name, categories = [], athletes = [] }: NewContest) => {
      const admin = await elsewhere();
      const { id } = await admin.createContest({ name });
      for (const category of categories) await admin.createCategory(id, category);
      for (let start = 0; start < athletes.length; start += CHUNK) await admin.createAthletes(id, athletes.slice(start, start + CHUNK));
      return { id, path: `/admin/contest/${id}` };
    },
    /** What somebody sees who is nobody. */
    publicContests: () => shop.stack().newCustomer().call({ path: '/api/contests', answer: contestListSchema }),
  };
};
export type ContestDesk = ReturnType<typeof openContestDesk>;
