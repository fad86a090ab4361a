import { createStripe } from '../../../tools/stripe-simulator/src/browser/stripe.ts';

/** What this browser offers, and whether the wallet was told that nothing was sent. */
export const wallet = { isAvailable: false, failures: [] as unknown[] };

type Emit = (name: string, event: unknown) => void;

const showWallet = (place: HTMLElement, emit: Emit): void => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Apple Payで購入';
  button.addEventListener('click', () =>
    emit('confirm', { expressPaymentType: 'apple_pay', paymentFailed: (reason: unknown) => wallet.failures.push(reason) }),
  );
  place.replaceChildren(button);
  setTimeout(() => emit('ready', { availablePaymentMethods: { applePay: true } }));
};

/** Puts the simulator's script on the page, which jsdom does not load, and a wallet into the browser, which no browser of a test has. */
export const installStripe = (providerUrl: string): void => {
  const create = createStripe(providerUrl);
  const withWallet: typeof create = (...args) => {
    const stripe = create(...args);
    const elements: typeof stripe.elements = (options) => {
      const own = stripe.elements(options);
      const createElement: typeof own.create = (type, elementOptions) => {
        const element = own.create(type, elementOptions);
        if (type !== 'expressCheckout' || !wallet.isAvailable) return element;
        return { ...element, mount: (place) => showWallet(place, element.emit) };
      };
      return { ...own, create: createElement };
    };
    return { ...stripe, elements };
  };
  Object.assign(window, { Stripe: withWallet });
};
