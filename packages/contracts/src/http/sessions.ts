import { z } from 'zod';
import { codeSchema, emailSchema, idSchema, timeSchema } from './common.ts';
import { textSchema } from './texts.ts';
import { twoFactorMethodSchema } from './two-factor.ts';

/** The signed-in user as shown on screens. `username` is shown when there is no name. */
export const sessionUserSchema = z.object({
  id: idSchema,
  email: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  isAdmin: z.boolean(),
  emailProven: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** GET /api/auth/check → always 200. `sessionStartedAt` only for admins, whose session ends an hour later. */
export const authCheckSchema = z.object({
  authenticated: z.boolean(),
  user: sessionUserSchema.nullable(),
  sessionStartedAt: timeSchema.optional(),
});

export const passwordSchema = textSchema(200).min(1);

/**
 * The methods for the second step, the preferred one first; only with `requiresTwoFactor`. With 'mail' alone, the code was already mailed. With
 * 'authenticator' as well, it is mailed on request: POST /api/admin/resend-2fa, in the browser that sent the password.
 */
const secondStepMethodsSchema = z.array(twoFactorMethodSchema).min(1).optional();

/**
 * POST /api/login → {@link loginResponseSchema}; with `user` also the `session` cookie. When `requiresTwoFactor` is true, the same request
 * is sent again with a code. 401 with remainingAttempts, 423 with lockoutUntil. `redirectTo`: the page to open after the sign-in.
 */
export const loginSchema = z.object({
  email: emailSchema,
  password: passwordSchema,
  twoFactorCode: z.union([z.literal('').transform(() => undefined), codeSchema]).optional(),
});
export const loginResponseSchema = z.object({
  requiresTwoFactor: z.boolean(),
  methods: secondStepMethodsSchema,
  resendAfterSeconds: z.int().optional().describe('when another code can be mailed; only if one was mailed'),
  user: sessionUserSchema.nullable(),
  redirectTo: z.string().nullable(),
  message: z.string(),
});
export type LoginResponse = z.infer<typeof loginResponseSchema>;

/** POST /api/admin/login → {@link adminLoginResponseSchema}; 401 with remainingAttempts, 423 with lockoutUntil. */
export const adminLoginSchema = z.object({ email: emailSchema, password: passwordSchema });
export const adminLoginResponseSchema = z.object({
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

/** GET /internal/jwks. The algorithm belongs to the key: a token that names another one is refused. */
export const jwksSchema = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      kty: z.literal('EC'),
      alg: z.literal('ES256'),
      crv: z.literal('P-256'),
      use: z.literal('sig'),
      x: z.string(),
      y: z.string(),
    }),
  ),
});
export type Jwks = z.infer<typeof jwksSchema>;

/** Claims of the `session` cookie's token; the session is valid while `session:{sid}` exists in Redis. */
export const sessionClaimsSchema = z.object({
  typ: z.literal('session'),
  sub: idSchema,
  sid: z.string(),
  email: z.string(),
  emailProven: z.boolean(),
  isAdmin: z.boolean(),
  /** When the session started, in seconds since 1970; set when the token is signed. */
  iat: z.int().optional(),
});
export type SessionClaims = z.infer<typeof sessionClaimsSchema>;

/** Claims of the `order_session` cookie's token: this browser has verified this e-mail address. Valid while `session:{id}` exists in Redis. */
export const emailProofClaimsSchema = z.object({ typ: z.literal('email-proof'), email: z.string(), id: z.string() });
export type EmailProofClaims = z.infer<typeof emailProofClaimsSchema>;
