import { DEMO_CUSTOMER } from '@stagereel/seed';
import { signIn } from './accounts.ts';
import { provePassword, signInAsAdmin } from './admin.ts';
import type { ShopAndBrowser, Window } from './browser-tests.ts';
import { fillCard, goToPayment, goToVerification, orderNumberOn, payButton } from './checkout.ts';

const GOOD_CARD = '4242424242424242';

/** Who sees a screen, and how they come to be there. */
const arrivals = {
  guest: async () => undefined,
  /** Has asked for the code of an order. */
  buyer: async (shop, { page }) => void (await goToVerification({ stack: shop.stack(), page, email: 'buyer@example.jp' })),
  /** Has proven the address of an order. */
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
  /** An admin whose password is proven, and no more. */
  halfAdmin: async (shop, { page }) => void (await provePassword({ stack: shop.stack(), page })),
  admin: (shop, { page }) => signInAsAdmin({ stack: shop.stack(), page }),
} satisfies Record<string, (shop: ShopAndBrowser, window: Window) => Promise<void>>;
export type Visitor = keyof typeof arrivals;

/** Files of the site that do not come: the browser's own word for it is left out of what a journey finds wrong. */
const watchFiles = ({ page }: Window): string[] => {
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 && !new URL(response.url()).pathname.startsWith('/api/'))
      missing.push(`${response.url()} ${response.status()}`);
  });
  return missing;
};

/** One window a visitor, opened when it is first asked for. */
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
    /** All that was wrong in any window. */
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
