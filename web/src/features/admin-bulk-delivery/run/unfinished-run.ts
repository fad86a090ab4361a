import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { adminDraftKey, onAdminDraftsForgotten } from '../../../lib/admin-drafts.ts';
import { createJsonSlot, type TextStorage } from '../../../lib/json-slot.ts';

const schema = z.object({
  /** Order numbers that are not delivered yet. */
  orders: z.array(z.string()).readonly(),
  /** By source id: the line that the source is the video of, null for none, so that nothing is decided twice. */
  choices: z.record(z.string(), z.string().nullable()),
  /** By line id: the URLs that the lines had or were given. */
  urls: z.record(z.string(), z.string()),
});
export type UnfinishedRun = z.infer<typeof schema>;

const NONE: UnfinishedRun = { orders: [], choices: {}, urls: {} };

/**
 * The bulk delivery that is not finished, in the tab's session storage. It survives a reload and the end of the session; the uploaded videos
 * are kept by the order workspace, the started uploads by the remembered uploads.
 */
export const createUnfinishedRun = (storage: () => TextStorage) => {
  const slot = createJsonSlot({ storage, key: adminDraftKey('bulk-run'), schema });
  const store = createStore<UnfinishedRun>(() => slot.read() ?? NONE);
  const write = (run: UnfinishedRun): void => {
    if (run.orders.length === 0) slot.remove();
    else slot.write(run);
    store.setState(run.orders.length === 0 ? NONE : run, true);
  };
  onAdminDraftsForgotten(() => write(NONE));
  return {
    store,
    /** Adds the orders of a bulk delivery. Those of an earlier one stay until they are delivered. */
    begin: ({ orders, choices, urls }: UnfinishedRun): void => {
      const known = store.getState();
      write({
        orders: [...new Set([...known.orders, ...orders])],
        choices: { ...known.choices, ...choices },
        urls: { ...known.urls, ...urls },
      });
    },
    finishOrder: (orderNumber: string): void => {
      const { orders, ...rest } = store.getState();
      if (orders.includes(orderNumber)) write({ orders: orders.filter((each) => each !== orderNumber), ...rest });
    },
    discard: (): void => write(NONE),
  };
};

export const unfinishedRun = createUnfinishedRun(() => globalThis.sessionStorage);
