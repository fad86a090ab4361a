import { z } from 'zod';
import { customerNameSchema, emailSchema } from './common.ts';
import { passwordSchema, sessionUserSchema } from './sessions.ts';

/**
 * POST /api/wanted-account/check → 204 when the password can be used; it keeps nothing and needs no proof.
 * PUT /api/wanted-account, in a browser that has proven the address → 204 and the cookie that binds the wanted account to this browser.
 * It replaces an earlier one. 409 AccountExists when the address has an account.
 */
export const saveWantedAccountSchema = z.object({ email: emailSchema, name: customerNameSchema, password: passwordSchema });

/**
 * PUT /api/wanted-account/order: the account is created when this order is paid → 204; 404 when this browser wants no account.
 * POST /api/wanted-account/sign-in, after the payment → {@link wantedAccountSchema}; for `created` with the `session` cookie.
 * The order number has no suffix of a line.
 */
export const wantedAccountOrderSchema = z.object({ orderNumber: z.string().regex(/^\d{8}$/) });

/**
 * `pending`: the order is not known to be paid yet. `exists`: the address got another account in the meantime. `none`: this browser wants
 * no account for this order, or was signed in to it before.
 */
export const wantedAccountSchema = z.discriminatedUnion('account', [
  z.object({ account: z.literal('created'), user: sessionUserSchema }),
  z.object({ account: z.literal(['pending', 'exists', 'none']) }),
]);
export type WantedAccount = z.infer<typeof wantedAccountSchema>;
