import type { OrderStatusPage } from '@stagereel/contracts';
import { type Query, queryOptions, useQueryClient } from '@tanstack/react-query';
import { postJson } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

const POLL_MS = 30_000;
const LONGEST_WAIT_MS = 300_000;

/** The address leads to no order, and this does not change. */
export const isUnknownOrder = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

const isAwaited = ({ lines }: OrderStatusPage): boolean => lines.some(({ state }) => state === 'in-production');

/**
 * How long to wait before the next request; false if nothing more is expected. After errors the wait is as long as the time since the last
 * success, so that it doubles each time.
 */
export const statusPollWait = ({ data, error, dataUpdatedAt, errorUpdatedAt }: Query<OrderStatusPage>['state']): number | false => {
  if (isUnknownOrder(error) || (data !== undefined && !isAwaited(data))) return false;
  if (error === null) return POLL_MS;
  const wanted = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.min(LONGEST_WAIT_MS, Math.max(POLL_MS, wanted, errorUpdatedAt - dataUpdatedAt));
};

/**
 * GET /api/order-status/{token}, by the path of the status page. Polled while the page is visible and a video is awaited; the browser sends the
 * ETag by itself, so an unchanged order costs a 304.
 */
export const orderStatusQuery = (statusPath: string) =>
  queryOptions<OrderStatusPage>({
    queryKey: [`/api${statusPath}`] as const,
    queryFn: fetchByKey<OrderStatusPage>(),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: (query) => statusPollWait(query.state),
  });

/** `received`: the delivery at this time has arrived, with the videos that the page named. `problems`: `key` is sent again with each attempt, so that the problem is reported once. */
export type DeliveryReport = { kind: 'received'; deliveredAt: string; videos: string } | { kind: 'problems'; key: string; text: string };

/** POST /api/order-status/{token}/received or …/problems. The response is the page; after a failure the page is fetched again. */
export const useReportDelivery = (statusPath: string) => {
  const queryClient = useQueryClient();
  const { queryKey } = orderStatusQuery(statusPath);
  return useSingleMutation<OrderStatusPage, DeliveryReport>({
    mutationFn: ({ kind, ...report }) => postJson<OrderStatusPage>(`/api${statusPath}/${kind}`, report),
    onSuccess: (page) => queryClient.setQueryData(queryKey, page),
    onSettled: (_page, error) => {
      if (error) void queryClient.invalidateQueries({ queryKey });
    },
  });
};
