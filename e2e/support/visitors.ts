import { DEMO_CUSTOMER } from '@stagereel/seed';
import { signIn } from './accounts.ts';
import { provePassword, signInAsAdmin } from './admin.ts';
import type { ShopAndBrowser, Window } from './browser-tests.ts';
import { fillCard, goToPayment, goToVerification, orderNumberOn, payButton } from './checkout.ts';

const GOOD_CARD = '4242424242424242';

/** The visitors of screens, each with the steps to its state. */
const arrivals = {
  guest: async () => undefined,
  /** Has requested the code of an order. */
  buyer: async (shop, { page }) => void (await goToVerification({ stack: shop.stack(), page, email: 'buyer@example.jp' })),
  /** Has verified the email address of an order. */
  payer: (shop, { page }) => goToPayment({ stack: shop.stack(), page, email: 'payer@example.jp' }),
  /** Has paid. */
  owner: async (shop, { page }) => {
    await goToPayment({ stack: shop.stack(), page, email: 'owner@example.jp' });
    await fillCard(page, GOOD_CARD);
    await payButton(page).click();
    await orderNumberOn(page);
  },
  /** Has an account, and an order that was delivered. */
  member: (_shop, { page }) => signIn(page, DEMO_CUSTOMER),
  /** An admin after the password step, before the code. */
  halfAdmin: async (shop, { page }) => void (await provePassword({ stack: shop.stack(), page })),
  admin: (shop, { page }) => signInAsAdmin({ stack: shop.stack(), page }),
} satisfies Record<string, (shop: ShopAndBrowser, window: Window) => Promise<void>>;
export type Visitor = keyof typeof arrivals;

/** Collects missing files of the site, because a window's problems exclude the browser's own reports about them. */
const watchFiles = ({ page }: Window): string[] => {
  const missing: string[] = [];
  page.on('response', (response) => {
    // The status of the page itself is checked by the test that opens it.
    const isFile = response.request().resourceType() !== 'document' && !new URL(response.url()).pathname.startsWith('/api/');
    if (isFile && response.status() >= 400) missing.push(`${response.url()} ${response.status()}`);
  });
  return missing;
};

/** One window per visitor, opened on first use. */
export const openVisitors = (shop: ShopAndBrowser) => {
  const windows = new Map<Visitor, Promise<Window>>();
  const missing: string[][] = [];
  const open = async (visitor: Visitor): Promise<Window> => {
    const window = await shop.open();
    missing.push(watchFiles(window));
    await arrivals[visitor](shop, window);
    return window;
  };
  return {
    windowOf: (visitor: Visitor): Promise<Window> => {
      const window = windows.get(visitor) ?? open(visitor);
      windows.set(visitor, window);
      return window;
    },
    /** The problems of all windows. */
    problems: async (): Promise<string[]> => {
      const opened = await Promise.all(windows.values());
      return [...opened.flatMap(({ wrong }) => wrong()), ...missing.flat()];
    },
    close: async (): Promise<void> => {
      const opened = await Promise.all(windows.values());
      await Promise.all(opened.map(({ context }) => context.close()));
    },
  };
};
