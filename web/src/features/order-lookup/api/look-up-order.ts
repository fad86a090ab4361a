import type { orderLookupAnswerSchema } from '@stagereel/contracts';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';

export type OrderLookup = { orderNumber: string; email: string };
type OrderLookupAnswer = z.infer<typeof orderLookupAnswerSchema>;

/** POST /api/orders/lookup: the order's address gets a mail with the way to it. The answer is the same where there is no such order. */
export const lookUpOrder = (lookup: OrderLookup): Promise<OrderLookupAnswer> => postJson<OrderLookupAnswer>('/api/orders/lookup', lookup);
