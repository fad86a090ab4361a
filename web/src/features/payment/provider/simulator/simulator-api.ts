import type { PaymentIntentResponse } from '@stagereel/contracts';
import { z } from 'zod';
import type { Card } from '../../lib/card-fields.ts';
import type { CardOutcome, ProviderView } from '../card-provider.ts';
import { declineMessage } from '../decline-messages.ts';

const TIMEOUT_MS = 30_000;

const refusalSchema = z.object({
  type: z.string().optional(),
  code: z.string().optional(),
  decline_code: z.string().nullish(),
  message: z.string().optional(),
});
const intentSchema = z.object({
  status: z.string(),
  next_action: z.object({ redirect_to_url: z.object({ url: z.string() }).nullish() }).nullish(),
  last_payment_error: refusalSchema.nullish(),
});
const answerSchema = z.union([z.object({ error: refusalSchema }), intentSchema]);
type Refusal = z.infer<typeof refusalSchema>;
type Intent = z.infer<typeof intentSchema>;

const textOf = ({ code, decline_code, message }: Refusal): string =>
  declineMessage({ code, declineCode: decline_code ?? undefined, message });

/** The provider's response; null when there was none, or one that is not the provider's. */
const ask = async (url: URL, init: RequestInit): Promise<z.infer<typeof answerSchema> | null> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal, credentials: 'omit' });
    if (response.status >= 500) return null;
    return answerSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
};

const intentUrl = ({ providerUrl, paymentIntentId }: PaymentIntentResponse, action = ''): URL =>
  new URL(`/v1/payment_intents/${encodeURIComponent(paymentIntentId)}${action}`, providerUrl ?? undefined);

const outcomeOf = (intent: Intent): CardOutcome => {
  const issuerPage = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && issuerPage !== undefined) return { kind: 'issuer-page', url: issuerPage };
  if (intent.status === 'requires_payment_method' && intent.last_payment_error) {
    return { kind: 'declined', message: textOf(intent.last_payment_error) };
  }
  // Succeeded or processing: the shop's server decides whether it is paid.
  return { kind: 'confirmed' };
};

const REFUSED_STATE = 'payment_intent_unexpected_state';

/** Sends the card from the browser directly to the provider. */
export const confirmCard = async (input: { intent: PaymentIntentResponse; card: Card; returnUrl: string }): Promise<CardOutcome> => {
  const { intent, card, returnUrl } = input;
  const answer = await ask(intentUrl(intent, '/confirm'), {
    method: 'POST',
    headers: { 'accept-language': 'ja' },
    body: new URLSearchParams({
      key: intent.publishableKey,
      client_secret: intent.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number,
      'payment_method_data[card][exp_month]': String(card.expMonth),
      'payment_method_data[card][exp_year]': String(card.expYear),
      'payment_method_data[card][cvc]': card.cvc,
      'payment_method_data[billing_details][name]': card.name,
      return_url: returnUrl,
    }),
  });
  if (answer === null) return { kind: 'unknown' };
  if (!('error' in answer)) return outcomeOf(answer);
  // Already paid, cancelled or processing, perhaps from another tab; the outcome is queried next.
  if (answer.error.code === REFUSED_STATE) return { kind: 'unknown' };
  return { kind: 'declined', message: textOf(answer.error) };
};

const viewOf = (intent: Intent): ProviderView => {
  const issuerPage = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'canceled') return { kind: 'cancelled' };
  if (intent.status === 'requires_action' && issuerPage !== undefined) return { kind: 'issuer-page', url: issuerPage };
  if (intent.status === 'requires_payment_method') {
    return { kind: 'unpaid', message: intent.last_payment_error ? textOf(intent.last_payment_error) : null };
  }
  return { kind: 'under-way' };
};

export const lookUpIntent = async (intent: PaymentIntentResponse): Promise<ProviderView> => {
  const url = intentUrl(intent);
  url.searchParams.set('key', intent.publishableKey);
  url.searchParams.set('client_secret', intent.clientSecret);
  const answer = await ask(url, { headers: { 'accept-language': 'ja' } });
  return answer === null || 'error' in answer ? { kind: 'under-way' } : viewOf(answer);
};
