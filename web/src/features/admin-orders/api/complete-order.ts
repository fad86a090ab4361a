import type { orderCompletedSchema } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../../../lib/api-client.ts';
import { ordersQuery } from './list-orders.ts';

type Options = { onCompleted: () => void; onFailed: (error: unknown) => void };

/**
 * PATCH /api/orders/complete/{orderNumber}; takes the first line's number. The list is read anew whatever came of it.
 * The outcome is told also when the order's card is no longer drawn.
 */
export const useCompleteOrder = ({ onCompleted, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderNumber: string) =>
      requestJson<z.infer<typeof orderCompletedSchema>>(`/api/orders/complete/${orderNumber}`, { method: 'PATCH' }),
    onSuccess: onCompleted,
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};
