import type { orderCompletedSchema } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestJson } from '../../../lib/api-client.ts';
import { ordersQuery } from './list-orders.ts';

/** PATCH /api/orders/complete/{orderNumber}; takes the first line's number. The list is read anew whatever came of it. */
export const useCompleteOrder = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderNumber: string) =>
      requestJson<z.infer<typeof orderCompletedSchema>>(`/api/orders/complete/${orderNumber}`, { method: 'PATCH' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};
