import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { INLINE_SCRIPTS } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import helmet, { type HelmetOptions } from 'helmet';

type SecurityHeaders = Record<string, string>;
type Directives = Record<string, string[]>;

/** helmet sets the same headers on every response, so they are computed once and not per request. */
const headersOf = (options: HelmetOptions): SecurityHeaders => {
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(sample.req, sample, () => undefined);
  return Object.fromEntries(Object.entries(sample.getHeaders()).map(([name, value]) => [name, String(value)]));
};

const SELF = "'self'";
const NONE = "'none'";
/** The only inline scripts of the web app's pages. */
const INLINE = INLINE_SCRIPTS.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
const YEAR_SECONDS = 31_536_000;
const PERMISSIONS =
  'camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")';

type Options = {
  /** The URL of the shop for browsers; Strict-Transport-Security is set only for https. */
  publicUrl: string;
  /** Whether browsers use only https for all hosts below the shop's, too. */
  isHstsForSubdomains: boolean;
  /** The URL of the payment simulator for browsers; undefined for Stripe itself. */
  stripePublicUrl?: string | undefined;
};

/** What the payment form loads, requests and embeds: https://docs.stripe.com/security/guide#content-security-policy */
const paymentSources = (stripePublicUrl: string | undefined): Record<'script' | 'connect' | 'frame' | 'form', string[]> => {
  if (stripePublicUrl === undefined) {
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    return { script: scripts, connect: ['https://api.stripe.com'], frame: [...scripts, 'https://hooks.stripe.com'], form: [] };
  }
  const { origin } = new URL(stripePublicUrl);
  return { script: [origin], connect: [origin], frame: [NONE], form: [origin] };
};

const pageDirectives = (stripePublicUrl: string | undefined): Directives => {
  const { script, connect, frame, form } = paymentSources(stripePublicUrl);
  return {
    'default-src': [SELF],
    'script-src': [SELF, ...INLINE, ...script],
    'script-src-attr': [NONE],
    // Mantine writes its theme into <style> elements, and a static page cannot have a nonce for them.
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

/** A response that is opened as a page may show its picture or play its video, and nothing else. */
const responseDirectives: Directives = {
  'default-src': [NONE],
  'img-src': [SELF],
  'media-src': [SELF],
  'style-src': ["'unsafe-inline'"],
  'object-src': [NONE],
  'base-uri': [NONE],
  'form-action': [NONE],
  'frame-ancestors': [NONE],
};

/** The security headers of the web app's pages, of proxied responses, and of the API documentation. */
export const createSecurityHeaders = ({ publicUrl, isHstsForSubdomains, stripePublicUrl }: Options) => {
  const isHttps = new URL(publicUrl).protocol === 'https:';
  const withPolicy = (directives: Directives): SecurityHeaders => ({
    ...headersOf({
      contentSecurityPolicy: { useDefaults: false, directives: isHttps ? { ...directives, 'upgrade-insecure-requests': [] } : directives },
      strictTransportSecurity: isHttps ? { maxAge: YEAR_SECONDS, includeSubDomains: isHstsForSubdomains } : false,
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    'permissions-policy': PERMISSIONS,
  });
  return {
    page: withPolicy(pageDirectives(stripePublicUrl)),
    response: withPolicy(responseDirectives),
    docs: withPolicy({ ...pageDirectives(undefined), 'script-src': [SELF], 'connect-src': [SELF], 'frame-src': [NONE] }),
  };
};

/**
 * Adds the headers to every response that the gateway creates itself, including errors, unless the route has set them. Proxied responses
 * bypass this hook; the proxy adds their headers.
 */
export const registerSecurityHeaders = ({ server, headers }: { server: Server; headers: SecurityHeaders }): void => {
  server.addHook('onSend', (_request, reply, _payload, done) => {
    for (const name in headers) {
      if (!reply.hasHeader(name)) reply.header(name, headers[name]);
    }
    done();
  });
};
