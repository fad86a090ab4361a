type Account = { url: string; secretKey: string };
/** An outage of the provider: see the simulator's README. `times` counts calls, including the shop's own retries. */
type Fault = { method: 'GET' | 'POST'; path: string; status?: number; hangUp?: boolean; stage?: 'before' | 'after'; times?: number };
type Payment = { id: string; status: string; amount: number; metadata: Record<string, string> };

/** Controls the card simulator: makes it fail, and reads its payments and refunds. */
export const openProvider = ({ url, secretKey }: Account) => {
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(10_000), ...init });
    if (!response.ok) throw new Error(`The simulator request ${path} failed with status ${response.status}`);
    return response;
  };
  const control = async (name: string, body: unknown): Promise<void> => {
    await call(`/_simulator/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  };
  const headers = { authorization: `Bearer ${secretKey}` };
  /** The latest payments of an order: one, unless a payment was created twice. */
  const paymentsOf = async (orderNumber: string): Promise<Payment[]> => {
    const response = await call('/v1/payment_intents?limit=100', { headers });
    const { data } = (await response.json()) as { data: Payment[] };
    return data.filter(({ metadata }) => metadata['order_number'] === orderNumber);
  };
  return {
    /** deliver: webhooks are sent as Stripe does; drop: they are lost; hold: they are queued until deliver. */
    webhooks: (mode: 'deliver' | 'hold' | 'drop') => control('webhooks', { mode }),
    /** hold: good cards stay in `processing` until settle. */
    settlement: (mode: 'settle' | 'hold') => control('settlement', { mode }),
    failNext: (fault: Fault) => control('fail-next', fault),
    heal: async () => void (await call('/_simulator/fail-next', { method: 'DELETE' })),
    paymentsOf,
    /** The refunded yen of an order's payment: the sum of the provider's refunds. */
    refundedOf: async (orderNumber: string): Promise<number> => {
      const [payment] = await paymentsOf(orderNumber);
      const response = await call(`/v1/refunds?limit=100&payment_intent=${payment?.id}`, { headers });
      const { data } = (await response.json()) as { data: { amount: number; status: string }[] };
      return data.reduce((sum, { amount, status }) => (status === 'failed' ? sum : sum + amount), 0);
    },
    /** Refunds `amount` yen of an order's payment, or the remaining amount. */
    refund: async ({ orderNumber, amount }: { orderNumber: string; amount?: number | undefined }): Promise<void> => {
      const [payment] = await paymentsOf(orderNumber);
      if (!payment) throw new Error(`The order ${orderNumber} has no payment`);
      const body = new URLSearchParams({ payment_intent: payment.id, ...(amount === undefined ? {} : { amount: String(amount) }) });
      await call('/v1/refunds', { method: 'POST', headers, body });
    },
  };
};
