import type { Card } from './card-fields.ts';
import { type Appearance, createCardFields } from './payment-element.ts';

type ElementsOptions = { clientSecret: string; locale?: string; appearance?: Appearance };
type ElementOptions = { readOnly?: boolean };
type Handler = (event: unknown) => void;
type StripeError = { type: string; message?: string };
type PaymentIntent = { next_action?: { redirect_to_url?: { url: string } | null } | null };
type Answer = { error: StripeError; paymentIntent?: never } | { paymentIntent: PaymentIntent; error?: never };
type Confirmation = {
  elements: Elements;
  confirmParams: { return_url: string; payment_method_data?: { billing_details?: { name?: string } } };
};

const TIMEOUT_MS = 30_000;

/** The fields for a card (`payment`), or no buttons of wallets (`expressCheckout`). */
const createElement = ({ type, options, appearance }: { type: string; options: ElementOptions; appearance: Appearance }) => {
  const fields = type === 'payment' ? createCardFields(appearance) : undefined;
  const handlers: [name: string, handler: Handler][] = [];
  const emit = (name: string, event: unknown): void => {
    for (const [known, handler] of handlers) if (known === name) handler(event);
  };
  return {
    emit,
    on: (name: string, handler: Handler) => void handlers.push([name, handler]),
    off: (name: string, handler: Handler) => {
      const index = handlers.findIndex(([known, each]) => known === name && each === handler);
      if (index !== -1) handlers.splice(index, 1);
    },
    mount: (place: HTMLElement) => {
      if (fields) place.append(fields.place);
      fields?.setReadOnly(options.readOnly ?? false);
      // Like Stripe, after the caller has had time to listen.
      setTimeout(() => emit('ready', { availablePaymentMethods: undefined }));
    },
    update: ({ readOnly }: ElementOptions) => {
      if (readOnly !== undefined) fields?.setReadOnly(readOnly);
    },
    destroy: () => {
      handlers.length = 0;
      fields?.place.remove();
    },
    fields,
  };
};

const createElements = (options: ElementsOptions) => {
  let { appearance = {} } = options;
  let fields: ReturnType<typeof createCardFields> | undefined;
  return {
    ...options,
    create: (type: string, elementOptions: ElementOptions = {}) => {
      const element = createElement({ type, options: elementOptions, appearance });
      fields = element.fields ?? fields;
      return element;
    },
    update: (changes: Pick<ElementsOptions, 'appearance'>) => {
      appearance = changes.appearance ?? appearance;
      fields?.setAppearance(appearance);
    },
    submit: async () => (fields?.check() === null ? { error: { type: 'validation_error' } } : {}),
    card: () => fields?.check() ?? null,
  };
};
type Elements = ReturnType<typeof createElements>;

const cardParams = ({ number, expMonth, expYear, cvc }: Card) => ({
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': String(expMonth),
  'payment_method_data[card][exp_year]': String(expYear),
  'payment_method_data[card][cvc]': cvc,
});

/** Never called: by these, react-stripe-js recognizes an object of Stripe. */
const unsupported = () => Promise.reject(new Error('The Stripe simulator does not have this method'));

/** `window.Stripe` with what the shop uses of https://docs.stripe.com/js, on the API at `apiUrl`. */
export const createStripe =
  (apiUrl: string) =>
  (publishableKey: string, { locale = 'en' }: { locale?: string } = {}) => {
    const ask = async (clientSecret: string, action: string, init: RequestInit): Promise<Answer> => {
      const [id = ''] = clientSecret.split('_secret_');
      try {
        const response = await fetch(`${apiUrl}/v1/payment_intents/${encodeURIComponent(id)}${action}`, {
          ...init,
          headers: { 'accept-language': locale },
          credentials: 'omit',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const body = (await response.json()) as PaymentIntent & { error?: StripeError };
        return body.error ? { error: body.error } : { paymentIntent: body };
      } catch {
        return { error: { type: 'api_connection_error' } };
      }
    };
    return {
      elements: createElements,
      retrievePaymentIntent: (clientSecret: string) =>
        ask(clientSecret, `?${new URLSearchParams({ key: publishableKey, client_secret: clientSecret })}`, {}),
      /** Like Stripe's, it never resolves if the card has to be authenticated: the browser goes to the issuer's page. */
      confirmPayment: async ({ elements, confirmParams }: Confirmation): Promise<Answer> => {
        const { return_url, payment_method_data: { billing_details: { name = '' } = {} } = {} } = confirmParams;
        const card = elements.card();
        const body = new URLSearchParams({
          key: publishableKey,
          client_secret: elements.clientSecret,
          return_url,
          'payment_method_data[type]': 'card',
          ...(card && cardParams(card)),
          ...(name && { 'payment_method_data[billing_details][name]': name }),
        });
        const answer = await ask(elements.clientSecret, '/confirm', { method: 'POST', body });
        const issuerPage = answer.paymentIntent?.next_action?.redirect_to_url?.url;
        if (issuerPage === undefined) return answer;
        window.location.assign(issuerPage);
        return new Promise(() => undefined);
      },
      createToken: unsupported,
      createPaymentMethod: unsupported,
      confirmCardPayment: unsupported,
    };
  };
