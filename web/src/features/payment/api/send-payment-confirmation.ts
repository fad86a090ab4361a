import { postJson } from '../../../lib/api-client.ts';

/** POST /api/send-payment-confirmation. The mail goes by itself once the order is paid; this asks after it. */
export const sendPaymentConfirmation = (input: { orderNumber: string; to: string }): Promise<unknown> =>
  postJson('/api/send-payment-confirmation', input);
