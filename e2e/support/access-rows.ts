import { randomUUID } from 'node:crypto';
import type { AccessFacts, Caller } from './access-callers.ts';

type Statuses = Record<Caller, number>;
/**
 * The status that each caller receives. `path` fills in the parameters of the route, and `body` is the request body. Both are chosen so that no
 * call changes data that another row needs: a call that passes the guard has an invalid body, names something missing, or may be repeated.
 */
export type AccessRow = {
  route: string;
  statuses: Statuses;
  path?: (facts: AccessFacts) => string;
  body?: (facts: AccessFacts) => unknown;
};
type Call = Omit<AccessRow, 'route' | 'statuses'>;

const all = (status: number): Statuses => ({ anonymous: status, customer: status, otherCustomer: status, pending: status, admin: status });

/** Guests and an admin without the second factor receive 401, customers 403, and the admin `status`. */
const adminOnly = (status: number): Statuses => ({ ...all(status), anonymous: 401, pending: 401, customer: 403, otherCustomer: 403 });
const everybody = all;
const signedIn = (status: number): Statuses => ({ ...all(status), anonymous: 401, pending: 401 });
/** Data of one customer. Every other caller with a verified email address receives 404. */
const ownerOnly = (status: number): Statuses => ({ ...signedIn(404), customer: status });

const row = (route: string, statuses: Statuses, call: Call = {}): AccessRow => ({ route, statuses, ...call });

const catalogRows: AccessRow[] = [
  row('GET /api/contests', everybody(200)),
  row('GET /api/contests/coming-soon', everybody(200)),
  row('GET /api/contests/athlete-search', everybody(200), { path: () => '/api/contests/athlete-search?q=1' }),
  row('GET /api/contests/{id}', everybody(200)),
  row('GET /api/contests/{id}/sale-notices', adminOnly(200)),
  row('POST /api/contests/{id}/sale-notices', signedIn(400)),
  row('GET /api/contests/{id}/categories', everybody(200)),
  row('GET /api/contests/{id}/athletes', everybody(200)),
  row('GET /api/contests/{id}/price-description', everybody(200)),
  row('GET /api/contests/{id}/athletes/export', adminOnly(200)),
  row('POST /api/contests', adminOnly(400)),
  row('PATCH /api/contests/{id}', adminOnly(400), { body: () => ({ name: '' }) }),
  row('DELETE /api/contests/{id}', adminOnly(404), { path: () => '/api/contests/nothing' }),
  row('POST /api/contests/{id}/categories', adminOnly(400)),
  row('DELETE /api/contests/{id}/categories/{categoryId}', adminOnly(404)),
  row('POST /api/contests/{id}/athletes', adminOnly(400)),
  row('POST /api/contests/{id}/athletes/import', adminOnly(400)),
  row('POST /api/contests/{id}/athletes/bulk-create', adminOnly(400)),
  row('PATCH /api/contests/{id}/athletes/bulk-update', adminOnly(400)),
  row('POST /api/contests/{id}/athletes/bulk-permanent-delete', adminOnly(400)),
  row('PATCH /api/contests/{id}/athletes/{athleteId}', adminOnly(404)),
  row('DELETE /api/contests/{id}/athletes/{athleteId}', adminOnly(404)),
  row('DELETE /api/contests/{id}/athletes/{athleteId}/permanent', adminOnly(404)),
  row('PUT /api/contests/{id}/price-description', adminOnly(400)),
];

const missingOrder = (rest: string): Call => ({ path: () => `/api/orders/00000000${rest}` });

const orderRows: AccessRow[] = [
  row('GET /api/shop', everybody(200)),
  row('GET /api/orders', adminOnly(200)),
  row('GET /api/orders/flagged', adminOnly(200)),
  row('GET /api/admin/today', adminOnly(200)),
  row('GET /api/orders/settings', adminOnly(200)),
  row('PUT /api/orders/settings', adminOnly(400)),
  row('GET /api/orders/sales', adminOnly(200)),
  row('GET /api/orders/sales/export', adminOnly(200)),
  row('GET /api/orders/export', adminOnly(200)),
  row('GET /api/orders/{orderNumber}/life', adminOnly(200)),
  row('PATCH /api/orders/complete/{orderNumber}', adminOnly(404), { path: () => '/api/orders/complete/00000000' }),
  row('POST /api/orders/{orderNumber}/deliver', adminOnly(400)),
  row('POST /api/orders/{orderNumber}/deliver-ready', adminOnly(400)),
  row('POST /api/orders/{orderNumber}/mails', adminOnly(400)),
  row('PATCH /api/orders/{orderNumber}/customer', adminOnly(400)),
  row('POST /api/orders/{orderNumber}/extend', adminOnly(404), missingOrder('/extend')),
  row('POST /api/orders/{orderNumber}/reopen', adminOnly(404), missingOrder('/reopen')),
  row('POST /api/orders/{orderNumber}/lines/{lineId}/re-arm', adminOnly(404), missingOrder('/lines/00000000-01/re-arm')),
  row('POST /api/orders/{orderNumber}/lines/{lineId}/decline', adminOnly(400)),
  row('POST /api/admin/orders/{orderNumber}/recall', adminOnly(400)),
  row('PUT /api/admin/orders/{orderNumber}/lines/{lineId}/video', adminOnly(400)),
  row('POST /api/admin/orders/{orderNumber}/tasks/{taskId}/resend', adminOnly(400)),
  row('POST /api/admin/orders/{orderNumber}/tasks/{taskId}/close', adminOnly(404), {
    path: () => '/api/admin/orders/00000000/tasks/x/close',
  }),
  row('GET /api/user/orders', signedIn(200)),
  row('POST /api/orders', ownerOnly(200), {
    body: ({ paymentIntentId, item: { videoStyle, ...item } }) => ({ ...item, paymentIntentId, style: videoStyle }),
  }),
  row('POST /api/send-payment-confirmation', ownerOnly(200), { body: ({ orderNumber }) => ({ orderNumber }) }),
  row('POST /api/create-payment-intent', signedIn(400)),
  row('GET /api/orders/{orderNumber}/receipt', ownerOnly(200)),
  row('POST /api/orders/{orderNumber}/receipt', ownerOnly(201), {
    body: () => ({ key: randomUUID(), addressee: '試験 太郎', honorific: '様', proviso: '動画代として' }),
  }),
  row('POST /api/orders/lookup', everybody(400)),
  // Anyone with the link may open these pages: the id in it is the secret.
  row('GET /api/order-status/{token}', everybody(200)),
  row('POST /api/order-status/{token}/received', everybody(400)),
  row('POST /api/order-status/{token}/problems', everybody(400)),
  row('GET /api/download/{pageId}', everybody(200)),
  row('GET /api/download/{pageId}/receipt', everybody(200)),
  row('POST /api/download/{pageId}/receipt', everybody(400)),
  row('POST /api/download/{pageId}/{lineId}/claim', everybody(404), { path: () => `/api/download/${'0'.repeat(32)}/00000000-01/claim` }),
  row('POST /api/stripe/webhook', everybody(400)),
];

const identityRows: AccessRow[] = [
  row('POST /api/admin/login', everybody(400)),
  row('POST /api/admin/verify-2fa', everybody(400)),
  row('POST /api/admin/resend-2fa', everybody(400)),
  row('GET /api/admin/audit', adminOnly(200)),
  row('GET /api/admin/security-dashboard', adminOnly(200)),
  row('DELETE /api/admin/blocked-addresses/{address}', adminOnly(404)),
  row('DELETE /api/admin/trusted-addresses/{address}', adminOnly(404)),
  row('GET /api/admin/dead-letters', adminOnly(200)),
  row('POST /api/admin/dead-letters/replay', adminOnly(400)),
  row('GET /api/admin/invitations', adminOnly(200)),
  row('POST /api/admin/invitations', adminOnly(400)),
  row('POST /api/admin/invitations/{id}/resend', adminOnly(404)),
  row('DELETE /api/admin/invitations/{id}', adminOnly(404)),
  // Anyone with the mailed link may accept: the token in the body is the secret.
  row('POST /api/admin/invitations/open', everybody(400)),
  row('POST /api/admin/invitations/accept', everybody(400)),
  row('GET /api/users', adminOnly(200)),
  row('DELETE /api/users/{id}', adminOnly(404)),
  row('POST /api/admin/personal-data/export', adminOnly(400)),
  row('POST /api/admin/personal-data/erase', adminOnly(400)),
  // Anyone with the mailed link may use it: the token in the body is the secret.
  row('POST /api/personal-data/requests', everybody(400)),
  row('POST /api/personal-data/open', everybody(400)),
  row('POST /api/personal-data/export', everybody(400)),
  row('POST /api/personal-data/erase', everybody(400)),
  row('POST /api/setup-2fa', adminOnly(200)),
  row('POST /api/verify-2fa', adminOnly(400)),
  row('POST /api/login', everybody(400)),
  row('GET /api/auth/check', everybody(200)),
  row('GET /api/user', signedIn(200)),
  row('POST /api/send-verification-code', everybody(400)),
  row('POST /api/resend-verification-code', everybody(400)),
  row('POST /api/verify-email-code', everybody(400)),
  row('POST /api/send-registration-code', everybody(400)),
  row('POST /api/verify-registration-code', everybody(400)),
  row('POST /api/register', everybody(400)),
  row('PUT /api/wanted-account', everybody(400)),
  row('DELETE /api/wanted-account', everybody(204)),
  row('POST /api/wanted-account/check', everybody(400)),
  row('PUT /api/wanted-account/order', everybody(400)),
  row('POST /api/wanted-account/sign-in', everybody(400)),
  row('GET /api/verify-email', everybody(400)),
  row('POST /api/verify-email', everybody(400)),
  row('POST /api/send-password-change-code', signedIn(200)),
  row('POST /api/verify-password-change-code', signedIn(400)),
  row('POST /api/change-password', signedIn(400)),
  row('POST /api/send-password-reset-code', everybody(400)),
  row('POST /api/reset-password', everybody(400)),
  // Must be the last rows: they end the sessions that all other rows need.
  row('POST /api/logout/all', signedIn(204)),
  row('POST /api/logout', everybody(204)),
];

const mediaRows: AccessRow[] = [
  row('GET /api/contests/{id}/media', everybody(200)),
  row('POST /api/contests/{id}/media/chunked-init', adminOnly(400)),
  row('GET /api/contests/{id}/media/chunked-status', adminOnly(400)),
  // The route requires a multipart form, and none is sent.
  row('POST /api/contests/{id}/media/chunked-upload', adminOnly(400)),
  row('POST /api/contests/{id}/media/chunked-complete', adminOnly(400)),
  row('POST /api/contests/{id}/media/chunked-cancel', adminOnly(400)),
  row('PATCH /api/media/{id}', adminOnly(400)),
  row('DELETE /api/media/{id}', adminOnly(404)),
  row('POST /api/media/{id}/thumbnail', adminOnly(400)),
  row('DELETE /api/media/{id}/thumbnail', adminOnly(404)),
  row('GET /api/media/thumbnail/{contestId}/{mediaId}', everybody(404)),
  row('GET /api/admin/finished-videos/{id}', adminOnly(404)),
  row('GET /media/{name}', everybody(404), { path: () => `/media/${'0'.repeat(64)}.png` }),
  // The ticket is the secret. It is valid only in the browser that received it.
  row('GET /api/download/files/{ticket}', everybody(410), { path: () => `/api/download/files/${'x'.repeat(43)}` }),
  row('GET /api/download/previews/{hash}', everybody(404), { path: () => `/api/download/previews/${'0'.repeat(64)}` }),
];

const notifyRows: AccessRow[] = [row('GET /api/email-status', everybody(200))];

const gatewayRows: AccessRow[] = [row('POST /api/browser-errors', everybody(400))];

/** Routes between services. The gateway does not expose them. */
const internalRows: AccessRow[] = [
  'POST /internal/quote',
  'GET /internal/contests/{id}',
  'GET /internal/contest-gaps',
  'GET /internal/admins',
  'GET /internal/jwks',
  'GET /internal/personal-data',
  'POST /internal/video-needs',
  'GET /internal/open-orders',
  'POST /internal/finished-videos',
  'POST /internal/tickets',
  'POST /internal/claims/{claimId}/reserve',
  'POST /internal/claims/{claimId}/release',
].map((route) => row(route, everybody(404)));

export const accessRows: AccessRow[] = [
  ...gatewayRows,
  ...catalogRows,
  ...orderRows,
  ...mediaRows,
  ...notifyRows,
  ...internalRows,
  ...identityRows,
];

/** What every visitor may see and a browser may store, unless an admin's session asks: admins also see what is not published. */
const PUBLIC_READS = [
  'GET /api/contests',
  'GET /api/contests/coming-soon',
  'GET /api/contests/{id}',
  'GET /api/contests/{id}/categories',
  'GET /api/contests/{id}/athletes',
  'GET /api/contests/{id}/price-description',
  'GET /api/contests/{id}/media',
];
/** The same for everybody. */
const SAME_FOR_ALL = ['GET /api/shop', 'GET /api/contests/coming-soon'];

/** Whether the browser of the caller may store the response. */
export const mayBeStored = ({ route }: AccessRow, caller: Caller): boolean =>
  SAME_FOR_ALL.includes(route) || (caller !== 'admin' && PUBLIC_READS.includes(route));

/** The path of a row with all parameters filled in: with the known ids, or else with ids that do not exist. */
export const pathOf = ({ route, path }: AccessRow, facts: AccessFacts): string => {
  if (path) return path(facts);
  const known: Record<string, string> = {
    id: route.includes('/contests/') ? facts.contestId : 'nobody',
    orderNumber: facts.orderNumber,
    lineId: facts.lineId,
    pageId: facts.pageId,
    token: facts.token,
    address: '192.0.2.1',
  };
  return (route.split(' ')[1] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? 'nothing');
};
