import { z } from 'zod';
import { codeSchema, customerNameSchema, emailSchema } from './common.ts';
import { passwordSchema, sessionUserSchema } from './sessions.ts';

/** What both sides say when password and confirmation are not the same. */
export const PASSWORDS_DIFFER = 'パスワードが一致しません';

/**
 * POST /api/send-registration-code → {@link codeSentSchema} and the cookie that binds the registration to this browser.
 * The answer is the same for an address that has an account already; that one gets a mail which says so.
 */
export const sendRegistrationCodeSchema = z.object({ email: emailSchema, password: passwordSchema, name: customerNameSchema });
/** POST /api/verify-registration-code, in the browser that asked → 201 {@link registeredSchema} and the `session` cookie */
export const verifyRegistrationCodeSchema = z.object({ email: emailSchema, code: codeSchema });

/**
 * POST /api/register. A browser that has proven the address: 201 {@link registeredSchema} and the `session` cookie.
 * Any other: 202 {@link registrationPendingSchema}, no account yet, a link by mail.
 */
export const registerSchema = z
  .object({
    email: emailSchema,
    name: customerNameSchema,
    password: passwordSchema,
    confirmPassword: passwordSchema,
    agreesToTerms: z.literal(true, '利用規約に同意してください'),
  })
  .refine((body) => body.password === body.confirmPassword, { path: ['confirmPassword'], message: PASSWORDS_DIFFER });
export const registeredSchema = z.object({ user: sessionUserSchema });
export const registrationPendingSchema = z.object({ message: z.string() });

/** Whatever a mail program made of it: what is none of ours is refused as VerifyLinkInvalid. */
const linkTokenSchema = z.string('無効なトークンです').min(1, '無効なトークンです').max(512, '無効なトークンです');

/** GET /api/verify-email?token=…, in the browser that asked → {@link emailLinkVerifiedSchema}; in any other 403 RegistrationPasswordRequired. */
export const verifyEmailQuerySchema = z.object({ token: linkTokenSchema });
/** POST /api/verify-email, anywhere: with the password that was chosen → {@link emailLinkVerifiedSchema} */
export const verifyEmailByPasswordSchema = z.object({ token: linkTokenSchema, password: passwordSchema });
export const emailLinkVerifiedSchema = z.object({ message: z.string() });
