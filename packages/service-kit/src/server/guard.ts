/**
 * Who may call a route. Every route names one in `config.guard`; the service does not start with a route that names none.
 * - public: everybody
 * - customer: a signed-in user
 * - admin: a signed-in admin (401 without a session, 403 for a customer)
 * - proven: a browser that has verified an e-mail address, by code or by session
 * - internal: the services in `config.callers`, each by its internal token (401 for an unknown token, 403 for another service)
 * - signed: everybody, but the handler first verifies a signature of the body
 */
export const GUARDS = ['public', 'customer', 'admin', 'proven', 'internal', 'signed'] as const;
export type Guard = (typeof GUARDS)[number];
