import { codeSentSchema, EMAIL_PROOF_COOKIE, emailVerifiedSchema, sendCodeSchema, verifyEmailCodeSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { issueCode } from '../domain/codes/issue-code.ts';
import { proveEmail } from '../domain/sessions/prove-email.ts';
import { texts } from '../texts.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['e-mail codes'];

/** Codes by which a guest proves an address before ordering. */
export const emailCodeRoutes = (server: Server, { deps, cookies }: RouteDeps): void => {
  const sending = [
    { url: '/api/send-verification-code', summary: 'Mail a code that proves the address' },
    { url: '/api/resend-verification-code', summary: 'Mail a new code; the earlier one is dead' },
  ];
  for (const { url, summary } of sending) {
    server.post(
      url,
      {
        config: { guard: 'public' },
        schema: { summary, tags, body: sendCodeSchema, response: { 200: codeSentSchema, ...refusals(400, 429) } },
      },
      async (request) => ({
        ...(await issueCode(deps, { purpose: 'order', email: request.body.email, ip: request.ip })),
        message: texts.codeSent,
      }),
    );
  }

  server.post(
    '/api/verify-email-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Prove the address by the mailed code; sets the order_session cookie',
        tags,
        body: verifyEmailCodeSchema,
        response: { 200: emailVerifiedSchema, ...refusals(400, 429) },
      },
    },
    async (request, reply) => {
      const { token, seconds, email, expiresAt } = await proveEmail(deps, request.body);
      cookies.set(reply, { name: EMAIL_PROOF_COOKIE, token, seconds });
      return { verified: true as const, email, expiresAt: expiresAt.toISOString() };
    },
  );
};
