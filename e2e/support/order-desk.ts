import type { CustomerLine } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import { fillBasket } from './basket.ts';
import type { ShopAndBrowser } from './browser-tests.ts';
import { until } from './poll.ts';

type Buyer = { email: string; name?: string; count?: number };
type Bought = { orderNumber: string; lines: readonly CustomerLine[] };

/** Buys, delivers and refunds orders by API calls, outside the window under test. */
export const openOrderDesk = (shop: Pick<ShopAndBrowser, 'stack'>) => {
  let signedIn: Promise<Admin> | undefined;
  const admin = (): Promise<Admin> => {
    signedIn = signedIn ?? shop.stack().signedInAdmin();
    return signedIn;
  };

  /** Buys videos as a guest. Returns the paid order. `amount`: yen. */
  const buy = async (buyer: Buyer) => {
    const guest = shop.stack().newCustomer();
    await guest.proveEmail(buyer.email);
    const basket = await fillBasket(guest, buyer);
    const { intent, lines } = await guest.buy(basket);
    return {
      orderNumber: intent.orderNumber,
      amount: basket.amount,
      lines,
      /** Refunds `amount` yen, or everything, and waits until the shop has processed the webhook. */
      refund: async (amount?: number): Promise<void> => {
        await shop.stack().provider.refund({ orderNumber: intent.orderNumber, amount });
        const expectedPayment = amount === undefined ? 'refunded' : 'partially-refunded';
        await until({
          what: `the refund of ${intent.orderNumber} in the shop`,
          find: async () => (await guest.placeOrders(intent, basket.items))[0]?.payment === expectedPayment,
        });
      },
    };
  };

  /** Delivers the order. Returns the id of its download page. */
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
    /** Buys one video, uploads it to the shop and delivers it from there. */
    buyStored: async ({ videoFile, ...buyer }: Omit<Buyer, 'count'> & { videoFile: Buffer }) => {
      const { orderNumber, lines } = await buy({ ...buyer, count: 1 });
      const [line] = lines;
      if (!line) throw new Error('The order has no lines');
      const upload = { name: 'IMG_0001.mp4', content: videoFile, contentType: 'video/mp4', category: 'finished', lineId: line.id } as const;
      const video = await (await admin()).uploadMedia(line.contestId, upload);
      const { downloadPath } = await (await admin()).deliver(orderNumber, { [line.id]: `video:${video.id}` });
      return { line, pageId: downloadPath.replace('/download/', '') };
    },
  };
};
export type OrderDesk = ReturnType<typeof openOrderDesk>;

/** The external site of delivered videos. */
export const VIDEO_SITE = 'https://videos.example.com';
