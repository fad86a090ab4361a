import { z } from 'zod';
import { codeSchema, emailSchema, idSchema } from './common.ts';
import { twoFactorMethodSchema } from './two-factor.ts';

/** The signed-in person as screens see it. `username` is what is shown when there is no name. */
export const sessionUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  isAdmin: z.boolean(),
  emailProven: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** GET /api/auth/check → always 200 */
export const authCheckSchema = z.object({ authenticated: z.boolean(), user: sessionUserSchema.nullable() });

export const passwordSchema = z.string().min(1).max(200);

/**
 * How the second step may be taken, the first one first; only with `requiresTwoFactor`. Where 'mail' stands alone the code is on its way,
 * beside 'authenticator' it is mailed when it is asked for: POST /api/admin/resend-2fa, in the browser that gave the password.
 */
const secondStepMethodsSchema = z.array(twoFactorMethodSchema).min(1).optional();

/**
 * POST /api/login → {@link loginAnswerSchema}; with `user` also the `session` cookie. When `requiresTwoFactor` is true a code is needed and the
 * same call is made again with it. 401 with remainingAttempts, 423 with lockoutUntil. `redirectTo` is where the person belongs.
 */
export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  twoFactorCode: z.union([z.literal('').transform(() => undefined), codeSchema]).optional(),
});
export const loginAnswerSchema = z.object({
  requiresTwoFactor: z.boolean(),
  methods: secondStepMethodsSchema,
  user: sessionUserSchema.nullable(),
  redirectTo: z.string().nullable(),
  message: z.string(),
});
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** POST /api/admin/login → {@link adminLoginAnswerSchema}; 401 with remainingAttempts, 423 with lockoutUntil. */
export const adminLoginSchema = z.object({ email: emailSchema, password: passwordSchema });
export const adminLoginAnswerSchema = z.object({
  requiresTwoFactor: z.boolean(),
  methods: secondStepMethodsSchema,
  redirectTo: z.string().optional(),
  message: z.string(),
});
/** POST /api/admin/verify-2fa → {@link adminSignedInSchema} and the `session` cookie */
export const verifyTwoFactorSchema = z.object({ email: emailSchema, code: codeSchema });
export const adminSignedInSchema = z.object({ redirectTo: z.string(), message: z.string(), user: sessionUserSchema });
/** POST /api/admin/resend-2fa → {@link codeSentSchema} */
export const resendTwoFactorSchema = z.object({ email: emailSchema });

/** GET /internal/jwks */
export const jwksSchema = z.object({
  keys: z.array(
    z.object({ kty: z.literal('RSA'), kid: z.string(), alg: z.literal('RS256'), use: z.literal('sig'), n: z.string(), e: z.string() }),
  ),
});
export type Jwks = z.infer<typeof jwksSchema>;

/** Claims of the `session` cookie's token; `session:{sid}` in Redis says whether it still holds. */
export const sessionClaimsSchema = z.object({
  typ: z.literal('session'),
  sub: idSchema,
  sid: z.string(),
  email: z.string(),
  emailProven: z.boolean(),
  isAdmin: z.boolean(),
});
export type SessionClaims = z.infer<typeof sessionClaimsSchema>;

/** Claims of the `order_session` cookie's token: this browser has proven this address. */
export const emailProofClaimsSchema = z.object({ typ: z.literal('email-proof'), email: z.string() });
export type EmailProofClaims = z.infer<typeof emailProofClaimsSchema>;

export const SESSION_COOKIE = 'session';
export const EMAIL_PROOF_COOKIE = 'order_session';
