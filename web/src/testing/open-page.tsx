import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { type ErrorBody, type ErrorCode, errorCatalogue, type SessionUser } from '@stagereel/contracts';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { App } from '../app/app.tsx';
import { adminMarker } from '../lib/admin-marker.ts';
import { buildReceipt } from './build-receipt.ts';
import { buildToday } from './build-today.ts';

/** A request that the page sent to the shop. */
export type SentRequest = { method: string; path: string; search: string; headers: Headers; body: unknown };
export type Responder = (request: SentRequest) => Response | Promise<Response>;
/** Responses keyed by `METHOD /path`, as in `POST /api/login`. */
type Responses = Record<string, Responder>;

export const json = (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}): Response =>
  HttpResponse.json(body as never, { status, headers });
/** The response of a service that throws this error, with the text of the error catalogue unless `more` has another. */
export const errorResponse = (code: ErrorCode, more: Partial<ErrorBody> = {}): Response => {
  const { status, message } = errorCatalogue[code];
  return json({ code, message, ...more }, { status });
};
/** A failure below HTTP: no connection, or the connection broke. */
export const networkFailure: Responder = () => HttpResponse.error();

// The first page of a worker loads and compiles its modules while the test waits.
configure({ asyncUtilTimeout: 30_000 * Number(process.env['SLOWNESS'] ?? 1) });

const defaults: Responses = {
  'GET /api/auth/check': () => json({ authenticated: false, user: null }),
  'GET /api/contests': () => json([]),
  'GET /api/contests/coming-soon': () => json([]),
  'GET /api/admin/today': () => json(buildToday()),
  'GET /readyz': () => json({ status: 'ready', checks: { trustedProxies: 'ok' } }),
};

export const MEMBER: SessionUser = {
  id: '65f000000000000000000001',
  email: 'member@example.jp',
  username: 'member',
  name: '試験 太郎',
  isAdmin: false,
  emailProven: true,
};
/** The responses for a signed-in member. */
export const asMember = (changes: Partial<SessionUser> = {}): Responses => ({
  'GET /api/auth/check': () => json({ authenticated: true, user: { ...MEMBER, ...changes } }),
});

/** Signs an admin in, so that `openPage` opens a page of the back office. Returns the responses for this session. */
export const asAdmin = (): Responses => {
  const admin: SessionUser = { ...MEMBER, email: 'admin@example.jp', username: 'admin', isAdmin: true };
  adminMarker.write(admin.email);
  const sessionStartedAt = new Date().toISOString();
  return {
    'GET /api/auth/check': () => json({ authenticated: true, user: admin, sessionStartedAt }),
    'GET /api/admin/invitations': () => json([]),
    'GET /api/shop': () => json({ seller: buildReceipt().seller, isExample: false }),
  };
};

/** The rules of axe that need no layout and no colours; those are checked in a browser (e2e/every-screen.test.ts). */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Fails if axe finds a violation in the current state of the page. */
export const expectAccessible = async (): Promise<void> => {
  // The title of the page is set after its content was drawn.
  await waitFor(() => expect(document.title).not.toBe(''));
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: AXE_TAGS },
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
    // jsdom loads no styles and no videos: axe would wait ten seconds for each video.
    preload: false,
  });
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([]);
};

const responses = new Map<string, Responder>();
const sent: SentRequest[] = [];
const unexpected: string[] = [];

const readBody = async (request: Request): Promise<unknown> => {
  const text = await request.text();
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
};

const server = setupServer(
  http.all('*', async ({ request }) => {
    const { pathname, search } = new URL(request.url);
    const received = { method: request.method, path: pathname, search, headers: request.headers, body: await readBody(request.clone()) };
    sent.push(received);
    const key = `${request.method} ${pathname}`;
    const responder = responses.get(key);
    if (!responder) {
      unexpected.push(key);
      return errorResponse('NotFound');
    }
    return responder(received);
  }),
);

beforeAll(() => server.listen());
beforeEach(() => {
  responses.clear();
  sent.length = 0;
  unexpected.length = 0;
  for (const [key, responder] of Object.entries(defaults)) responses.set(key, responder);
});
afterEach(() => {
  jest.restoreAllMocks();
  cleanup();
  // The element that holds Mantine's dialogs outlives them.
  document.body.replaceChildren();
  window.localStorage.clear();
  window.sessionStorage.clear();
  expect(unexpected).toEqual([]);
});
afterAll(() => server.close());

/**
 * Opens a page of the shop in jsdom with the real router and API client. The responses of the services are given; a request without a
 * response fails the test. Import this once per test file: it registers the hooks that start and reset the fake services.
 */
export const openPage = (path: string, given: Responses = {}) => {
  for (const [key, responder] of Object.entries(given)) responses.set(key, responder);
  window.history.replaceState(null, '', path);
  render(<App />);
  return {
    user: userEvent.setup({ delay: null }),
    /** Changes the response of a route. */
    respond: (key: string, responder: Responder) => void responses.set(key, responder),
    /** The requests to `METHOD /path`, oldest first. */
    requests: (key: string) => sent.filter(({ method, path: requested }) => `${method} ${requested}` === key),
  };
};
