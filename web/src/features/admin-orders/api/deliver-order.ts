import type { DeliveryDoubts, orderDeliveredAnswerSchema } from '@stagereel/contracts';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { ordersQuery } from './list-orders.ts';

/** `confirmedDoubts`: what the admin has read of the server's doubts and delivers all the same. */
export type Delivery = { orderNumber: string; downloadUrls: Readonly<Record<string, string>>; confirmedDoubts?: DeliveryDoubts };
type Answer = z.infer<typeof orderDeliveredAnswerSchema>;
type Options = { onDelivered: (answer: Answer, delivery: Delivery) => void; onFailed: (error: unknown, delivery: Delivery) => void };

/** POST /api/orders/{orderNumber}/deliver */
export const deliverOrder = ({ orderNumber, ...delivery }: Delivery): Promise<Answer> =>
  postJson<Answer>(`/api/orders/${orderNumber}/deliver`, delivery);

const MUTATION_KEY = ['deliver-order'] as const;

/**
 * Delivers one order. The list is read anew whatever came of it. The outcome is told
 * also when the order's card is no longer drawn: the answer may wait seconds for the mail.
 */
export const useDeliverOrder = ({ onDelivered, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: deliverOrder,
    onSuccess: onDelivered,
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};

/** Whether an order is being delivered, wherever that was begun. */
export const useIsDelivering = (orderNumber: string): boolean =>
  useIsMutating({
    mutationKey: MUTATION_KEY,
    predicate: ({ state }) => (state.variables as Delivery | undefined)?.orderNumber === orderNumber,
  }) > 0;
