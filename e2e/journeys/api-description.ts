import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiCase, type ApiDescription, casesOf, type Operation, operationsOf } from '../support/api-cases.ts';
import { fillBasket } from '../support/basket.ts';
import type { TestStack } from '../support/test-stack.ts';

const SEED = 17;
const CASES = { valid: 2, wrong: 1 };
/** Deletes last, so that they do not take away what other operations need. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** After all others, because they end the callers' sessions. */
const isLogout = ({ path }: Operation): boolean => path.startsWith('/api/logout');
const REFUSED_BY_GUARD = /"code":"(Unauthorized|Forbidden|ProofRequired)"/;
const EMAIL = 'description@example.jp';

/** Character classes by name, lookarounds and flags, which many generators of test data and clients do not know. */
const NOT_PORTABLE = /\\[pPdDwWsSbBuUkK](?!\w{4})|\(\?(?!:)/;

const patternsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'pattern' && typeof member === 'string' ? [member] : patternsIn(member),
  );
};

const typeOf = (response: Response): string => response.headers.get('content-type')?.split(';')[0] ?? '';
const allows = (documented: string, type: string): boolean =>
  documented === type || (documented.endsWith('/*') && type.startsWith(documented.slice(0, -1)));

type Answer = { operation: Operation; isValid: boolean; response: Response; text: string };

/** What a response has that the description does not tell. */
const mismatchOf = ({ operation, isValid, response, text }: Answer): string | undefined => {
  const { status } = response;
  if (status >= 500) return `failed with ${status}: ${text}`;
  const documented = operation.responses[status];
  if (!documented) return `has an undocumented status ${status}: ${text}`;
  const types = Object.keys(documented.content ?? {});
  if (text !== '' && !types.some((each) => allows(each, typeOf(response)))) return `has an undocumented content type ${typeOf(response)}`;
  if (isValid && status === 400 && JSON.parse(text).code === 'ValidationFailed') return `refused valid input: ${text}`;
  return undefined;
};

/**
 * Sends generated requests to every operation of the published description. Must be the last journey of its file: admins' requests change and
 * delete what they find.
 */
export const apiDescription = (stack: () => TestStack): void =>
  describe('the published description of the API', () => {
    let description: ApiDescription;

    beforeAll(async () => {
      description = (await (await fetch(new URL('/api/docs/json', stack().info.gateway))).json()) as ApiDescription;
    });

    const statusesOf = (route: string): Record<string, string[]> => {
      const operation = operationsOf(description).find(({ method, path }) => `${method} ${path}` === route);
      return Object.fromEntries(
        Object.entries(operation?.responses ?? {}).map(([status, { content }]) => [status, Object.keys(content ?? {})]),
      );
    };

    test('when a client is generated from it, then every pattern is portable', () => {
      const patterns = [...new Set(patternsIn(description))];
      expect(patterns.length).toBeGreaterThan(10);
      expect(patterns.filter((pattern) => NOT_PORTABLE.test(pattern))).toEqual([]);
    });

    test('when an operation sends a file, then its types, ranges and errors are described', () => {
      const [video, picture, error, page] = [['video/*'], ['image/*', 'video/*'], ['application/json'], ['application/json', 'text/html']];
      const unchanged = { 304: [], 416: [] };
      expect(statusesOf('GET /media/{name}')).toMatchObject({ 200: picture, 206: picture, ...unchanged, 404: error });
      expect(statusesOf('GET /api/download/previews/{hash}')).toMatchObject({ 200: picture, 206: picture, ...unchanged, 404: error });
      expect(statusesOf('GET /api/download/files/{ticket}')).toMatchObject({ 200: video, 206: video, ...unchanged, 410: page });
      expect(statusesOf('GET /api/admin/finished-videos/{id}')).toMatchObject({ 200: video, 206: video, ...unchanged, 403: page });
      expect(statusesOf('GET /api/media/thumbnail/{contestId}/{mediaId}')).toMatchObject({ 302: [], 404: error });
      for (const path of ['/api/orders/export', '/api/orders/sales/export', '/api/contests/{id}/athletes/export']) {
        expect(statusesOf(`GET ${path}`)).toMatchObject({ 200: ['text/csv'], 401: error, 403: error });
      }
    });

    test('when generated input is sent to every operation as anybody, customer and admin, then each response is described', async () => {
      const { callers, known } = await prepare();
      const send = ({ request, operation, cookie }: { request: ApiCase; operation: Operation; cookie: string }) => {
        const { target, headers, body } = request;
        return fetch(new URL(target, stack().info.gateway), {
          method: operation.method,
          redirect: 'manual',
          headers: { ...headers, cookie },
          ...(body !== undefined && { body }),
        });
      };
      const mismatches: string[] = [];
      const tryOperation = async (operation: Operation): Promise<void> => {
        const requests = casesOf(operation, { known, seed: SEED, ...CASES });
        for (const [caller, cookie] of Object.entries(callers)) {
          for (const request of requests) {
            const response = await send({ request, operation, cookie });
            const text = await response.text();
            const mismatch = mismatchOf({ operation, isValid: request.isValid, response, text });
            if (mismatch) mismatches.push(`${operation.method} ${request.target} ${request.body ?? ''} by ${caller} ${mismatch}`);
            // Such a refusal comes before the input is read, so other input tells nothing new.
            if (REFUSED_BY_GUARD.test(text)) break;
          }
        }
      };
      const all = operationsOf(description);
      const operations = all.filter((operation) => !isLogout(operation));
      for (const method of METHODS) await Promise.all(operations.filter((operation) => operation.method === method).map(tryOperation));
      // Otherwise some of the requests would only have shown how the API refuses them.
      const statusOfUser = async (cookie: string) =>
        (await fetch(new URL('/api/user', stack().info.gateway), { headers: { cookie } })).status;
      expect(await Promise.all([callers.customer, callers.admin].map(statusOfUser))).toEqual([200, 200]);
      // The end of one session, then that of all.
      const logouts = all.filter(isLogout).toSorted((a, b) => a.path.length - b.path.length);
      for (const operation of logouts) await tryOperation(operation);
      expect(mismatches).toEqual([]);
    }, 300_000);

    /** A customer with a delivered order, an admin, and ids of what exists. */
    const prepare = async () => {
      const customer = stack().newCustomer();
      await customer.register({ email: EMAIL, password: 'Mikan-Bako-1' });
      const basket = await fillBasket(customer, { email: EMAIL, count: 1 });
      const { intent, lines } = await customer.buy(basket);
      const admin = await stack().signedInAdmin();
      const lineId = `${intent.orderNumber}-01`;
      const { downloadPath } = await admin.deliver(intent.orderNumber, { [lineId]: 'https://videos.example.com/description' });
      const contest = await admin.createContest({ name: 'API Description', videoPublished: true });
      const category = await admin.createCategory(contest.id, 'A');
      const athlete = await admin.createAthlete(contest.id, { athleteNumber: '1', category: category.name });
      return {
        callers: { nobody: '', customer: customer.cookies(), admin: admin.cookies() },
        known: {
          id: contest.id,
          contestId: contest.id,
          categoryId: category.id,
          athleteId: athlete.id,
          orderNumber: intent.orderNumber,
          lineId,
          pageId: downloadPath.replace('/download/', ''),
          token: lines[0]?.statusPath?.replace('/order-status/', '') ?? '',
        },
      };
    };
  });
