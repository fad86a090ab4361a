import type { Admin } from '@stagereel/shop-client';
import type { Page } from 'playwright-core';
import { enterBackOffice, leaveMarker } from './admin.ts';
import { type Credentials, inHandsOf } from './admins.ts';
import type { Size } from './browser.ts';
import type { ShopAndBrowser, Window } from './browser-tests.ts';
import { openContest } from './contest.ts';
import { openOrderDesk } from './order-desk.ts';

/** The contest that is sold, and its athletes. */
export const CONTEST = '第3回 湘南カップ';
export const ATHLETES = [
  { athleteNumber: '012', name: '渡辺 健' },
  { athleteNumber: '12A', name: '斎藤 葵' },
  { athleteNumber: '013', name: '=SUM(1,1)' },
] as const;

export const orderCard = (page: Page, orderNumber: string) => page.getByRole('article', { name: `注文番号 ${orderNumber}` });

/** A part of the page with an error and a way on. */
export const errorPanel = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
export const retry = (page: Page, title: string) => errorPanel(page, title).getByRole('button');

type OpenWindow = { size?: Size; admin?: Credentials; hasOwnSession?: boolean };

const cookiesIn = (header: string, url: string) =>
  header.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });

/** What the journeys of the back office share: its windows, what is sold, and who buys it. */
export const openBackOffice = (shop: ShopAndBrowser) => {
  let signingIn: Promise<Admin> | undefined;
  /** An admin who works elsewhere, call by call. */
  const elsewhere = (): Promise<Admin> => {
    signingIn ??= shop.stack().signedInAdmin();
    return signingIn;
  };
  return {
    ...openOrderDesk(shop),
    elsewhere,
    /** Puts the contest on sale. Everybody who buys, buys from it. */
    stock: async (): Promise<void> => {
      await openContest(await elsewhere(), { name: CONTEST, athletes: ATHLETES });
    },
    /** Gives a line's price back and tells why. */
    decline: async ({ orderNumber, lineId }: { orderNumber: string; lineId: string }): Promise<void> => {
      const path = `/api/orders/${orderNumber}/lines/${lineId}/decline`;
      await (await elsewhere()).call({ method: 'POST', path, body: { reason: '映像の不備のため' } });
    },
    /**
     * A window of the admin. It shares one session with the others, since signing in takes longer than most journeys, unless it is to end
     * its own; or a window of another admin.
     */
    open: async (path: string, { size = 'desk', admin, hasOwnSession = admin !== undefined }: OpenWindow = {}): Promise<Window> => {
      const window = await shop.open(size);
      const stack = shop.stack();
      if (hasOwnSession) await enterBackOffice({ stack: admin ? inHandsOf(stack, admin) : stack, page: window.page });
      else {
        await window.context.addCookies(cookiesIn((await elsewhere()).cookies(), stack.info.gateway));
        await leaveMarker(window.page, stack.info.admin.email);
      }
      await window.page.goto(path);
      return window;
    },
  };
};
export type BackOffice = ReturnType<typeof openBackOffice>;
