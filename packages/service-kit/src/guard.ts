/**
 * Who may call a route. Every route names one in `config.guard`; a route without one fails at boot.
 * - public: anybody
 * - customer: a signed-in person
 * - admin: a signed-in admin (401 without a session, 403 for a customer)
 * - proven: a browser that has proven an e-mail address, by a code or by its session
 * - internal: another service, by the internal token
 * - signed: anybody, but the handler checks a signature of the body first
 */
export const GUARDS = ['public', 'customer', 'admin', 'proven', 'internal', 'signed'] as const;
export type Guard = (typeof GUARDS)[number];
