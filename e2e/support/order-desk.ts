import type { CustomerLine } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { fillBasket } from './basket.ts';
import type { ShopAndBrowser } from './browser-tests.ts';
import { until } from './poll.ts';

type Buyer = { email: string; name?: string; count?: number };
type Bought = { orderNumber: string; lines: readonly CustomerLine[] };

/** What happens to orders beside the window that is tested: they are bought, delivered and given back, call by call. */
export const openOrderDesk = (shop: Pick<ShopAndBrowser, 'stack'>) => {
  let signedIn: Promise<Admin> | undefined;
  const admin = (): Promise<Admin> => {
    signedIn = signedIn ?? shop.stack().signedInAdmin();
    return signedIn;
  };

  /** A guest's paid order. `amount`: yen. */
  const buy = async (buyer: Buyer) => {
    const guest = shop.stack().newCustomer();
    await guest.proveEmail(buyer.email);
    const basket = await fillBasket(guest, buyer);
    const { intent, lines } = await guest.buy(basket);
    return {
      orderNumber: intent.orderNumber,
      amount: basket.amount,
      lines,
      /** Gives back `amount` yen, or all of it, and waits until the shop has heard of it. */
      refund: async (amount?: number): Promise<void> => {
        await shop.stack().provider.refund({ orderNumber: intent.orderNumber, amount });
        const mark = amount === undefined ? 'refunded' : 'partially-refunded';
        await until({
          what: `the refund of ${intent.orderNumber} in the shop`,
          find: async () => (await guest.placeOrders(intent, basket.items))[0]?.payment === mark,
        });
      },
    };
  };

  /** Opens the order's download page. Answers its id. */
  const deliver = async ({ orderNumber, lines }: Bought): Promise<string> => {
    const urls = Object.fromEntries(lines.map(({ id }) => [id, `${VIDEO_SITE}/${id}`]));
    const { downloadPath } = await (await admin()).deliver(orderNumber, urls);
    return downloadPath.replace('/download/', '');
  };

  return {
    buy,
    deliver,
    buyDelivered: async (buyer: Buyer) => {
      const order = await buy(buyer);
      return { ...order, pageId: await deliver(order) };
    },
    /** One video, uploaded to the shop and delivered from there. */
    buyStored: async ({ film, ...buyer }: Omit<Buyer, 'count'> & { film: Buffer }) => {
      const { orderNumber, lines } = await buy({ ...buyer, count: 1 });
      const [line] = lines;
      if (!line) throw new Error('nothing was bought');
      const facts = { name: 'IMG_0001.mp4', content: film, contentType: 'video/mp4', category: 'finished', lineId: line.id } as const;
      const video = await (await admin()).uploadMedia(line.contestId, facts);
      const { downloadPath } = await (await admin()).deliver(orderNumber, { [line.id]: `video:${video.id}` });
      return { line, pageId: downloadPath.replace('/download/', '') };
    },
  };
};
export type OrderDesk = ReturnType<typeof openOrderDesk>;

/** Where the delivered videos are. */
export const VIDEO_SITE = 'https://videos.example.com';
