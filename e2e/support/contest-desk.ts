import type { Contest } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import type { BrowserContext, Page } from 'playwright-core';
import { enterBackOffice, leaveMarker } from './admin.ts';
import { openBackOffice } from './back-office.ts';
import type { Size } from './browser.ts';
import type { ShopAndBrowser, Window } from './browser-tests.ts';
import { untilVisitorsSee } from './contest.ts';

export const contestTable = (page: Page) => page.getByRole('table', { name: '大会の一覧' });
export const contestRow = (page: Page, name: string) => contestTable(page).getByRole('row').filter({ hasText: name });
export const addContestButton = (page: Page) => page.getByRole('button', { name: '新規大会を追加' });
export const addContestDialog = (page: Page) => page.getByRole('dialog', { name: '新規大会を追加' });
/** The question before a contest without athletes on sale is published. */
export const publicationDialog = (page: Page) => page.getByRole('dialog', { name: '販売中の選手がいません。公開しますか？' });
export const confirmPublication = async (page: Page): Promise<void> => {
  const dialog = publicationDialog(page);
  await dialog.getByRole('button', { name: '公開する' }).click();
  await dialog.waitFor({ state: 'detached' });
};
export const videoSwitch = (page: Page, name: string) => page.getByRole('switch', { name: `${name}の動画を公開` });
export const photoSwitch = (page: Page, name: string) => page.getByRole('switch', { name: `${name}の写真を公開` });

const CLOSE_TOAST = '通知を閉じる';
const closeToastButton = (page: Page) => page.getByRole('button', { name: CLOSE_TOAST });

/** The toast: a message above the page. */
export const toast = (page: Page) =>
  page
    .getByRole('status')
    .or(page.getByRole('alert'))
    .filter({ has: closeToastButton(page) });

/**
 * Waits for the title and text of a toast, then closes it, because it covers a part of the page. On a busy machine it may disappear before the
 * click. Then it is enough that it was shown and has disappeared.
 */
export const expectToastAndClose = async (page: Page, { title, text }: { title: string; text: string }): Promise<void> => {
  const shown = toast(page).filter({ hasText: title }).filter({ hasText: text });
  // An element handle: a locator would wait for a removed button, or press the button of the next toast.
  const card = await shown.filter({ visible: true }).elementHandle();
  const isStillThere = () => card?.evaluate((element) => element.isConnected).catch(() => false);
  try {
    await (await card?.$(`[aria-label="${CLOSE_TOAST}"]`))?.click();
  } catch (error) {
    if (await isStillThere()) throw error;
  }
  await shown.waitFor({ state: 'detached' });
};

/** The number of athletes per request that even a busy machine stores within the gateway's timeout. */
const CHUNK = 500;

type NewContest = { name: string; categories?: readonly string[]; athletes?: Parameters<Admin['createAthletes']>[1] };

/** `hasOwnSession`: for tests that end the session. All other windows share one. */
type Opening = { size?: Size; hasOwnSession?: boolean };

/** Shared by the tests of contests: windows of the admin, and a second session for API calls. */
export const openContestDesk = (shop: ShopAndBrowser) => {
  const { elsewhere } = openBackOffice(shop);
  let session: Awaited<ReturnType<BrowserContext['cookies']>> = [];

  const signInWithSharedSession = async ({ page, context }: Window): Promise<void> => {
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
    /** Opens a window of the admin. */
    open: async (path: string, { size = 'desk', hasOwnSession = false }: Opening = {}): Promise<Window> => {
      const window = await shop.open(size);
      if (hasOwnSession) await enterBackOffice({ stack: shop.stack(), page: window.page });
      else await signInWithSharedSession(window);
      await window.page.goto(path);
      return window;
    },
    /** Creates an unpublished contest. Returns its id and the path of its edit screen. */
    newContest: async ({ name, categories = [], athletes = [] }: NewContest) => {
      const admin = await elsewhere();
      const { id } = await admin.createContest({ name });
      for (const category of categories) await admin.createCategory(id, category);
      for (let start = 0; start < athletes.length; start += CHUNK) await admin.createAthletes(id, athletes.slice(start, start + CHUNK));
      return { id, path: `/admin/contest/${id}` };
    },
    /** Waits until guests see these contests. */
    untilVisitorsSee: (isSeen: (contests: readonly Contest[]) => boolean) => untilVisitorsSee(shop.stack().newCustomer(), isSeen),
  };
};
export type ContestDesk = ReturnType<typeof openContestDesk>;
