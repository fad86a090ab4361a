import { createStripe } from './stripe.ts';

const { src } = document.currentScript as HTMLScriptElement;
Object.assign(window, { Stripe: createStripe(new URL(src).origin) });
