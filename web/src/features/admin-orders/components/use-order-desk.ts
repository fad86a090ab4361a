import { useSessionStorage } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { adminDraftKey } from '../../../lib/admin-drafts.ts';
import { onArrivedVideo, takeArrivedVideos } from '../lib/arrived-videos.ts';
import type { DoubtfulDelivery } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';

type Texts = Readonly<Record<string, string>>;

const without = (texts: Texts, names: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));

const lineIds = (group: OrderGroup): string[] => group.lines.map(({ id }) => id);

/**
 * What lies on the desk beside the orders: URLs typed and not yet delivered, by line, and forms begun and not yet sent, by a name of their
 * own, which outlive a reload; and what went wrong with which order, which outlives its card – the list is read anew after a failure, and
 * the order may have left it.
 */
export const useOrderDesk = () => {
  const [urls, setUrls] = useSessionStorage<Texts>({
    key: adminDraftKey('delivery-urls'),
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const [contents, setContents] = useSessionStorage<Texts>({
    key: adminDraftKey('bulk-videos'),
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const [drafts, setDrafts] = useSessionStorage<Texts>({
    key: adminDraftKey('order-acts'),
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const [failures, setFailures] = useState<Texts>({});
  const [doubtful, setDoubtful] = useState<Readonly<Record<string, DoubtfulDelivery>>>({});
  useEffect(() => {
    const lay = () => {
      const arrived = takeArrivedVideos();
      const urlsOf = Object.entries(arrived).map(([lineId, { url }]) => [lineId, url] as const);
      const contentsOf = Object.values(arrived).flatMap(({ url, sha256 }) => (sha256 === null ? [] : [[url, sha256] as const]));
      setUrls((known) => ({ ...known, ...Object.fromEntries(urlsOf) }));
      setContents((known) => ({ ...known, ...Object.fromEntries(contentsOf) }));
    };
    lay();
    return onArrivedVideo(lay);
  }, [setUrls, setContents]);

  return useMemo(
    () => ({
      urls,
      /** What lies in the videos that a bulk delivery has sent, as SHA-256 by URL: the same file need not be sent again. */
      contents,
      drafts,
      failures,
      /** Deliveries that the server wants confirmed, by order. */
      doubtful,
      layUrls: (laid: Texts) => setUrls((known) => ({ ...known, ...laid })),
      typeUrl: (lineId: string, url: string) => setUrls((known) => ({ ...known, [lineId]: url })),
      forgetUrls: (group: OrderGroup) => setUrls((known) => without(known, lineIds(group))),
      typeDraft: (name: string, text: string) => setDrafts((known) => ({ ...known, [name]: text })),
      forgetDraft: (name: string) => setDrafts((known) => without(known, [name])),
      fail: (orderNumber: string, message: string) => setFailures((known) => ({ ...known, [orderNumber]: message })),
      forgetFailure: (orderNumber: string) => setFailures((known) => without(known, [orderNumber])),
      doubt: (delivery: DoubtfulDelivery) => setDoubtful((known) => ({ ...known, [delivery.orderNumber]: delivery })),
      forgetDoubts: (orderNumber: string) => setDoubtful(({ [orderNumber]: _forgotten, ...rest }) => rest),
    }),
    [urls, contents, drafts, failures, doubtful, setUrls, setDrafts],
  );
};

export type OrderDesk = ReturnType<typeof useOrderDesk>;
