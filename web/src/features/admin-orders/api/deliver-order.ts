import type { orderDeliveredAnswerSchema } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { ordersQuery } from './list-orders.ts';

type Delivery = { orderNumber: string; downloadUrls: Record<string, string> };

/** POST /api/orders/{orderNumber}/deliver. The list is read anew whatever came of it. */
export const useDeliverOrder = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ orderNumber, downloadUrls }: Delivery) =>
      postJson<z.infer<typeof orderDeliveredAnswerSchema>>(`/api/orders/${orderNumber}/deliver`, { downloadUrls }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey }),
  });
};
