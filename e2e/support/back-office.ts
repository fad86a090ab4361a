import type { Admin } from '@stagereel/shop-client';
import type { Locator, Page } from 'playwright-core';
import { enterBackOffice, leaveMarker } from './admin.ts';
import { asUsedBy, type Credentials } from './admins.ts';
import type { Size } from './browser.ts';
import type { ShopAndBrowser, Window } from './browser-tests.ts';
import { openContest } from './contest.ts';
import { openOrderDesk } from './order-desk.ts';

/** The contest on sale, and its athletes. */
export const CONTEST = '第3回 湘南カップ';
export const ATHLETES = [
  { athleteNumber: '012', name: '渡辺 健' },
  { athleteNumber: '12A', name: '斎藤 葵' },
  { athleteNumber: '013', name: '=SUM(1,1)' },
] as const;

export const orderCard = (page: Page, orderNumber: string) => page.getByRole('article', { name: `注文番号 ${orderNumber}` });

/** Opens the row of an order, whose card then shows its lines, customer and buttons. Returns the card. */
export const openOrder = async (page: Page, orderNumber: string): Promise<Locator> => {
  const card = orderCard(page, orderNumber);
  const row = card.getByRole('button', { name: `注文番号 ${orderNumber}`, exact: true });
  await row.waitFor();
  if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  return card;
};

type OpenWindow = { size?: Size; admin?: Credentials; hasOwnSession?: boolean };

const cookiesIn = (header: string, url: string) =>
  header.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });

/** Shared by the tests of the back office: windows, the contest on sale, and customers. */
export const openBackOffice = (shop: ShopAndBrowser) => {
  let signingIn: Promise<Admin> | undefined;
  /** A second session of the admin, for API calls. */
  const elsewhere = (): Promise<Admin> => {
    signingIn ??= shop.stack().signedInAdmin();
    return signingIn;
  };
  return {
    ...openOrderDesk(shop),
    elsewhere,
    /** Creates the contest that all customers buy from, and puts it on sale. */
    stock: async (): Promise<void> => {
      await openContest({ admin: await elsewhere(), visitor: shop.stack().newCustomer() }, { name: CONTEST, athletes: ATHLETES });
    },
    /**
     * Opens a window of the shop's admin or of the given one. Windows of the shop's admin share a session, because signing in takes longer
     * than most tests. A test that ends its session needs its own.
     */
    open: async (path: string, { size = 'desk', admin, hasOwnSession = admin !== undefined }: OpenWindow = {}): Promise<Window> => {
      const window = await shop.open(size);
      const stack = shop.stack();
      if (hasOwnSession) await enterBackOffice({ stack: admin ? asUsedBy(stack, admin) : stack, page: window.page });
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
