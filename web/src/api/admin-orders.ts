import type {
  auditPageSchema,
  DeliveryDoubts,
  FlaggedPayment,
  OrderChanges,
  OrderTimeline,
  orderCompletedSchema,
  orderDeliveredResponseSchema,
} from '@stagereel/contracts';
import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { applyChanges, type OrderBook } from './order-book.ts';

/** New orders appear without a reload. */
const ORDERS_REFETCH_MS = 15_000;

/** The key of everything about orders. Invalidating it also fetches what changed in the list. */
const ORDERS_KEY = ['/api/orders'] as const;

/**
 * GET /api/orders?since={cursor}: all orders, for the back office. The first load begins with the newest orders and shows them while it reads the
 * others. Afterwards, each request reads only the orders that have changed.
 */
export const ordersQuery = () =>
  queryOptions({
    queryKey: ORDERS_KEY,
    queryFn: async ({ client, signal }) => {
      const shown = client.getQueryData<OrderBook>(ORDERS_KEY);
      const readNext = async (book: OrderBook | undefined): Promise<OrderBook> => {
        const search = new URLSearchParams({ since: book?.cursor ?? '' });
        return applyChanges(book, await requestJson<OrderChanges>(`/api/orders?${search}`, { signal }));
      };
      let book = await readNext(shown);
      while (book.hasMore) {
        if (!shown) client.setQueryData<OrderBook>(ORDERS_KEY, book);
        book = await readNext(book);
      }
      return book;
    },
    refetchInterval: ORDERS_REFETCH_MS,
    // Opening the tab always asks for changes.
    staleTime: 0,
    // Comparing ten thousand orders takes longer than merging the changed ones.
    structuralSharing: false,
  });

/** Mails, refunds and downloads happen while the order is on screen. */
const TIMELINE_REFETCH_MS = 15_000;

/** GET /api/orders/{orderNumber}/life. The key starts like the list's key, so that invalidating the list invalidates this too. */
export const orderTimelineQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ['/api/orders', orderNumber, 'life'] as const,
    queryFn: fetchByKey<OrderTimeline>(),
    refetchInterval: TIMELINE_REFETCH_MS,
    staleTime: 0,
  });

const FLAGGED_REFETCH_MS = 60_000;

/** GET /api/orders/flagged */
export const flaggedPaymentsQuery = () =>
  queryOptions({
    queryKey: ['/api/orders', 'flagged'] as const,
    queryFn: fetchByKey<FlaggedPayment[]>(),
    refetchInterval: FLAGGED_REFETCH_MS,
    staleTime: 0,
  });

/** More entries than one order ever gets. */
const AUDIT_LIMIT = 100;
/** An action reaches the audit log by an event, some time after its response. */
const AUDIT_REFETCH_MS = 5_000;

/** GET /api/admin/audit: admin actions on one order, newest first. The log identifies an order by its number. */
export const orderAuditQuery = (orderNumber: string) =>
  queryOptions({
    queryKey: ['/api/admin/audit', 'order', orderNumber] as const,
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({ targetType: 'order', q: orderNumber, limit: String(AUDIT_LIMIT) });
      return requestJson<z.infer<typeof auditPageSchema>>(`/api/admin/audit?${search}`, { signal });
    },
    refetchInterval: AUDIT_REFETCH_MS,
    staleTime: 0,
  });

/**
 * `confirmedDoubts`: the server's delivery doubts that the admin has read and overrides. `isPart`: the other videos of the order are delivered later,
 * and the order stays unhandled until then.
 */
export type Delivery = {
  orderNumber: string;
  downloadUrls: Readonly<Record<string, string>>;
  confirmedDoubts?: DeliveryDoubts;
  isPart?: boolean;
};
type DeliveryResponse = z.infer<typeof orderDeliveredResponseSchema>;

/** POST /api/orders/{orderNumber}/deliver, or …/deliver-ready for a part */
export const deliverOrder = ({ orderNumber, isPart = false, ...delivery }: Delivery): Promise<DeliveryResponse> =>
  postJson<DeliveryResponse>(`/api/orders/${orderNumber}/${isPart ? 'deliver-ready' : 'deliver'}`, delivery);

const DELIVERY_KEY = ['deliver-order'] as const;

type DeliveryOptions = {
  onDelivered: (response: DeliveryResponse, delivery: Delivery) => void;
  onFailed: (error: unknown, delivery: Delivery) => void;
};

/** The callbacks also run when the order's card is no longer mounted: the response can take seconds, because it waits for the mail. */
export const useDeliverOrder = ({ onDelivered, onFailed }: DeliveryOptions) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: DELIVERY_KEY,
    mutationFn: deliverOrder,
    onSuccess: onDelivered,
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};

/** Whether a delivery of this order is pending, no matter which component started it. */
export const useIsDelivering = (orderNumber: string): boolean =>
  useIsMutating({
    mutationKey: DELIVERY_KEY,
    predicate: ({ state }) => (state.variables as Delivery | undefined)?.orderNumber === orderNumber,
  }) > 0;

/**
 * PATCH /api/orders/complete/{orderNumber}, with the number of the order's first line. The callbacks also run when the order's card is no
 * longer mounted.
 */
export const useCompleteOrder = ({ onCompleted, onFailed }: { onCompleted: () => void; onFailed: (error: unknown) => void }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderNumber: string) =>
      requestJson<z.infer<typeof orderCompletedSchema>>(`/api/orders/complete/${orderNumber}`, { method: 'PATCH' }),
    onSuccess: onCompleted,
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};

/**
 * POST /api/orders/{orderNumber}/reopen, to undo a completion. The callbacks also run when the order's card is no longer mounted, because the order
 * has left the list.
 */
export const useReopenOrder = ({ onReopened, onFailed }: { onReopened: () => void; onFailed: (error: unknown) => void }) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderNumber: string) => requestJson<OrderTimeline>(`/api/orders/${orderNumber}/reopen`, { method: 'POST' }),
    onSuccess: onReopened,
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};
