/**
 * Stripe.js for a browser with Apple Pay or without a wallet. Stripe's own script cannot be loaded in tests. The fake has the part of its
 * interface that the shop uses, and sends what a payment sends to the simulator's HTTP API, as the real one does to Stripe's.
 */
const PROVIDER = 'http://provider.example.jp';

type Handler = (event: unknown) => void;
type Failure = { type: string; message?: string };

/** What this browser offers, and whether the wallet was told that nothing was sent. */
export const wallet = { isAvailable: true, failures: [] as unknown[] };

const createElement = (type: string) => {
  const handlers = new Map<string, Set<Handler>>();
  const emit = (name: string, event: unknown) => {
    for (const handler of handlers.get(name) ?? []) handler(event);
  };
  const showWallet = (place: HTMLElement) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Apple Payで購入';
    button.addEventListener('click', () =>
      emit('confirm', { expressPaymentType: 'apple_pay', paymentFailed: (reason: unknown) => wallet.failures.push(reason) }),
    );
    place.replaceChildren(button);
  };
  return {
    on: (name: string, handler: Handler) => handlers.set(name, (handlers.get(name) ?? new Set<Handler>()).add(handler)),
    off: (name: string, handler: Handler) => handlers.get(name)?.delete(handler),
    mount: (place: HTMLElement) => {
      const isWallet = type === 'expressCheckout';
      if (isWallet && wallet.isAvailable) showWallet(place);
      setTimeout(() => emit('ready', { availablePaymentMethods: isWallet && wallet.isAvailable ? { applePay: true } : undefined }));
    },
    update: () => undefined,
    destroy: () => handlers.clear(),
  };
};

const ask = async (path: string, init: RequestInit): Promise<{ error: Failure } | { paymentIntent: unknown }> => {
  try {
    const response = await fetch(`${PROVIDER}${path}`, init);
    if (response.status >= 500) return { error: { type: 'api_error' } };
    const body = (await response.json()) as { error?: Failure };
    return body.error ? { error: body.error } : { paymentIntent: body };
  } catch {
    return { error: { type: 'api_connection_error' } };
  }
};

type Confirmation = { elements: { clientSecret: string }; confirmParams: { return_url: string } };

export const installStripe = (): void => {
  const createStripe = (key: string) => ({
    elements: ({ clientSecret }: { clientSecret: string }) => ({ clientSecret, create: createElement, update: () => undefined }),
    confirmPayment: ({ elements, confirmParams }: Confirmation) =>
      ask('/v1/payment_intents/pi_1/confirm', {
        method: 'POST',
        body: new URLSearchParams({
          key,
          client_secret: elements.clientSecret,
          'payment_method_data[type]': 'card',
          return_url: confirmParams.return_url,
        }),
      }),
    retrievePaymentIntent: (clientSecret: string) =>
      ask(`/v1/payment_intents/pi_1?${new URLSearchParams({ key, client_secret: clientSecret })}`, {}),
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    confirmCardPayment: () => undefined,
  });
  Object.assign(window, { Stripe: createStripe });
};
