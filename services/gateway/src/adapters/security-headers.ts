import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

export type SecurityHeaders = Record<string, string>;
type Directives = Record<string, string[]>;

/** helmet sets the same headers on every answer, so they are taken from it once and not computed anew for each. */
const headersOf = (options: HelmetOptions): SecurityHeaders => {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(sample.req, sample, () => undefined);
  return Object.fromEntries(Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]));
};

const SELF = "'self'";
const NONE = "'none'";
const YEAR_SECONDS = 31_536_000;
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com")';

type Options = {
  /** How browsers reach the shop; only https gets Strict-Transport-Security. */
  publicUrl: string;
  /** The payment simulator as the browser sees it; undefined means Stripe itself. */
  stripePublicUrl?: string | undefined;
};

/** What the payment form loads, asks and embeds: https://docs.stripe.com/security/guide#content-security-policy */
const payment = (stripePublicUrl: string | undefined): Record<'script' | 'connect' | 'frame' | 'form', string[]> => {
  if (stripePublicUrl === undefined) {
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    return { script: scripts, connect: ['https://api.stripe.com'], frame: [...scripts, 'https://hooks.stripe.com'], form: [] };
  }
  const { origin } = new URL(stripePublicUrl);
  return { script: [], connect: [origin], frame: [NONE], form: [origin] };
};

const pageDirectives = (stripePublicUrl: string | undefined): Directives => {
  const { script, connect, frame, form } = payment(stripePublicUrl);
  return {
    'default-src': [SELF],
    'script-src': [SELF, ...script],
    'script-src-attr': [NONE],
    // Mantine writes its theme and responsive styles into <style> elements; a static page has no nonce to give them.
    'style-src': [SELF, "'unsafe-inline'"],
    'img-src': [SELF, 'data:', 'blob:'],
    'font-src': [SELF],
    'media-src': [SELF, 'blob:'],
    'connect-src': [SELF, ...connect],
    'frame-src': frame,
    'object-src': [NONE],
    'base-uri': [NONE],
    'form-action': [SELF, ...form],
    'frame-ancestors': [NONE],
  };
};

/** An answer that is opened as a page by itself may show its picture or play its video, and do nothing else. */
const answerDirectives: Directives = {
  'default-src': [NONE],
  'img-src': [SELF],
  'media-src': [SELF],
  'style-src': ["'unsafe-inline'"],
  'frame-ancestors': [NONE],
};

/** The security headers of pages, of relayed answers, and of the API's documentation. */
export const createSecurityHeaders = ({ publicUrl, stripePublicUrl }: Options) => {
  const isHttps = new URL(publicUrl).protocol === 'https:';
  const withPolicy = (directives: Directives): SecurityHeaders => ({
    ...headersOf({
      contentSecurityPolicy: { useDefaults: false, directives: isHttps ? { ...directives, 'upgrade-insecure-requests': [] } : directives },
      strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    'permissions-policy': PERMISSIONS,
  });
  return {
    page: withPolicy(pageDirectives(stripePublicUrl)),
    answer: withPolicy(answerDirectives),
    docs: withPolicy({ ...pageDirectives(undefined), 'script-src': [SELF], 'connect-src': [SELF], 'frame-src': [NONE] }),
  };
};
