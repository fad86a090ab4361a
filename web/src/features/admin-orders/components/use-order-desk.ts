import { useMemo, useState, useSyncExternalStore } from 'react';
import { deskVideos } from '../lib/arrived-videos.ts';
import type { DoubtfulDelivery } from '../lib/delivery-doubts.ts';
import { createDeskTexts, type DeskTexts, type Texts, tabStore, withoutNames } from '../lib/desk-texts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';

/** Forms begun and not yet sent, by a name of their own. */
const deskDrafts = createDeskTexts({ name: 'order-acts', store: tabStore });

const useDeskTexts = ({ subscribe, read }: DeskTexts): Texts => useSyncExternalStore(subscribe, read);

/**
 * What lies on the desk beside the orders: URLs typed and not yet delivered, by line, and forms begun and not yet sent, by a name of their
 * own, which outlive a reload; and what went wrong with which order, which outlives its card – the list is read anew after a failure, and
 * the order may have left it.
 */
export const useOrderDesk = () => {
  const urls = useDeskTexts(deskVideos.urls);
  const contents = useDeskTexts(deskVideos.contents);
  const drafts = useDeskTexts(deskDrafts);
  const [failures, setFailures] = useState<Texts>({});
  const [doubtful, setDoubtful] = useState<Readonly<Record<string, DoubtfulDelivery>>>({});

  return useMemo(
    () => ({
      urls,
      /** What lies in the videos that a bulk delivery has sent, as SHA-256 by URL: the same file need not be sent again. */
      contents,
      drafts,
      failures,
      /** Deliveries that the server wants confirmed, by order. */
      doubtful,
      layUrls: deskVideos.lay,
      typeUrl: (lineId: string, url: string) => deskVideos.lay({ [lineId]: url }),
      forgetUrls: (group: OrderGroup) => deskVideos.forget(group.lines.map(({ id }) => id)),
      typeDraft: (name: string, text: string) => deskDrafts.change((known) => ({ ...known, [name]: text })),
      forgetDraft: (name: string) => deskDrafts.change((known) => withoutNames(known, [name])),
      fail: (orderNumber: string, message: string) => setFailures((known) => ({ ...known, [orderNumber]: message })),
      forgetFailure: (orderNumber: string) => setFailures((known) => withoutNames(known, [orderNumber])),
      doubt: (delivery: DoubtfulDelivery) => setDoubtful((known) => ({ ...known, [delivery.orderNumber]: delivery })),
      forgetDoubts: (orderNumber: string) => setDoubtful(({ [orderNumber]: _forgotten, ...rest }) => rest),
    }),
    [urls, contents, drafts, failures, doubtful],
  );
};

export type OrderDesk = ReturnType<typeof useOrderDesk>;
