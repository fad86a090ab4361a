import { Stripe } from 'stripe';
import type { SimulatorConfig } from './config.ts';
import type { Store } from './store.ts';
import type { Delivery } from './stripe-types.ts';

export type WebhookMode = 'deliver' | 'hold' | 'drop';

export type Webhooks = {
  /** Resumes the deliveries of an earlier run. */
  resume(): void;
  /** `hold` delays events until `deliver`; `drop` discards the events that would be sent while it is set. */
  setMode(mode: WebhookMode): void;
  /** The address for the next attempts; null sends nothing. */
  setUrl(url: string | null): void;
  /** Sends an event again, as a duplicate. False if it has no delivery. */
  resend(event: string): boolean;
  stop(): Promise<void>;
};

type Config = Pick<SimulatorConfig, 'webhookUrl' | 'webhookSecret' | 'webhookRetrySeconds' | 'webhookTimeoutSeconds'>;
type Result = { status: number | null; error: string | null };

/** Stripe gives up after three days: https://docs.stripe.com/webhooks#retries */
const GIVE_UP_AFTER_MS = 3 * 86_400_000;
const MAX_CONCURRENT = 32;

/**
 * Sends events to the webhook address until it returns 2xx. Each event has its own timer and retries, so that one that the receiver
 * rejects does not delay the others.
 */
export function createWebhooks(deps: { store: Store; config: Config; now: () => Date; onError: (error: unknown) => void }): Webhooks {
  const { store, config, now } = deps;
  const timers = new Map<string, NodeJS.Timeout>();
  const due = new Set<string>();
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let mode: WebhookMode = 'deliver';
  let url: string | null = config.webhookUrl ?? null;

  function schedule(delivery: Delivery): void {
    if (delivery.status !== 'pending' || stopping.signal.aborted) return;
    clearTimeout(timers.get(delivery.id));
    const wait = Math.max(0, delivery.nextAttemptAt - now().getTime());
    timers.set(
      delivery.id,
      setTimeout(() => {
        timers.delete(delivery.id);
        due.add(delivery.id);
        pump();
      }, wait),
    );
  }

  function pump(): void {
    if (mode === 'hold' || stopping.signal.aborted) return;
    for (const id of due) {
      if (running.size >= MAX_CONCURRENT) return;
      if (running.has(id)) continue;
      due.delete(id);
      const attempt = handle(id)
        .catch(deps.onError)
        .finally(() => {
          running.delete(id);
          pump();
        });
      running.set(id, attempt);
    }
  }

  async function handle(id: string): Promise<void> {
    const delivery = store.get('deliveries', id);
    if (delivery?.status !== 'pending') return;
    if (mode === 'drop' || url === null) return void store.put('deliveries', { ...delivery, status: 'dropped' });
    const result = await post({ delivery, url });
    if (stopping.signal.aborted && result.status === null) return;
    store.put('deliveries', afterAttempt(delivery, result));
  }

  async function post(input: { delivery: Delivery; url: string }): Promise<Result> {
    const event = store.get('events', input.delivery.id);
    if (!event) return { status: null, error: 'the event has expired' };
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(now().getTime() / 1000);
    try {
      const response = await fetch(input.url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: config.webhookSecret, timestamp }),
          'user-agent': 'Stripe/1.0 (simulator)',
        },
        body: payload,
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(config.webhookTimeoutSeconds * 1000)]),
      });
      await response.body?.cancel();
      return { status: response.status, error: null };
    } catch (error) {
      return { status: null, error: reasonOf(error) };
    }
  }

  function afterAttempt(delivery: Delivery, result: Result): Delivery {
    const attempts = delivery.attempts + 1;
    const tried = { ...delivery, attempts, lastStatus: result.status, lastError: result.error };
    if (result.status !== null && result.status >= 200 && result.status < 300) return { ...tried, status: 'delivered' };
    const { webhookRetrySeconds: waits } = config;
    const waitMs = (waits[Math.min(delivery.attempts, waits.length - 1)] ?? 0) * 1000;
    const nextAttemptAt = now().getTime() + waitMs;
    const isTooOld = nextAttemptAt > delivery.created * 1000 + GIVE_UP_AFTER_MS;
    return { ...tried, nextAttemptAt, status: isTooOld ? 'abandoned' : 'pending' };
  }

  store.onDelivery(schedule);

  return {
    resume: () => store.all('deliveries').forEach(schedule),
    setMode(next) {
      mode = next;
      pump();
    },
    setUrl(next) {
      url = next;
    },
    resend(eventId) {
      const delivery = store.get('deliveries', eventId);
      if (!delivery) return false;
      const nextAttemptAt = now().getTime();
      store.put('deliveries', { ...delivery, status: 'pending', created: Math.floor(nextAttemptAt / 1000), nextAttemptAt });
      return true;
    },
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}

/** `fetch` puts the reason into the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
