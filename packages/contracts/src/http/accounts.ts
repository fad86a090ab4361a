import { z } from 'zod';
import { codeSchema, customerNameSchema, emailSchema } from './common.ts';
import { passwordSchema, sessionUserSchema } from './sessions.ts';

/** Error text when password and confirmation differ; the same in the browser and on the server. */
export const PASSWORDS_DIFFER = 'パスワードが一致しません';

/**
 * POST /api/send-registration-code → {@link codeSentSchema} and the cookie that binds the registration to this browser.
 * The response is the same for an address that already has an account; its owner gets a mail that says so.
 */
export const sendRegistrationCodeSchema = z.object({ email: emailSchema, password: passwordSchema, name: customerNameSchema });
/** POST /api/verify-registration-code, in the browser that started the registration → 201 {@link registeredSchema} and the `session` cookie */
export const verifyRegistrationCodeSchema = z.object({ email: emailSchema, code: codeSchema });

/**
 * POST /api/register. From a browser that has verified the address: 201 {@link registeredSchema} and the `session` cookie.
 * From any other: 202 {@link registrationPendingSchema}; no account yet, a link is sent by mail.
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

/** Accepts any text, because mail programs may damage links; an unknown token is refused as VerifyLinkInvalid. */
const linkTokenSchema = z.string('無効なトークンです').min(1, '無効なトークンです').max(512, '無効なトークンです');

/**
 * GET /api/verify-email?token=…, in the browser that started the registration → {@link emailLinkVerifiedSchema}; in any other browser 403
 * RegistrationPasswordRequired.
 */
export const verifyEmailQuerySchema = z.object({ token: linkTokenSchema });
/** POST /api/verify-email, in any browser, with the password of the registration → {@link emailLinkVerifiedSchema} */
export const verifyEmailByPasswordSchema = z.object({ token: linkTokenSchema, password: passwordSchema });
export const emailLinkVerifiedSchema = z.object({ message: z.string() });
