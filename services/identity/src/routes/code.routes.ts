import {
  codeSentSchema,
  DEVICE_COOKIE,
  EMAIL_PROOF_COOKIE,
  emailVerifiedSchema,
  sendCodeSchema,
  verifyEmailCodeSchema,
} from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { issueCode } from '../domain/code/issue-code.ts';
import { proveEmail } from '../domain/code/prove-email.ts';
import { texts } from '../texts.ts';
import { errorResponses, type RouteDeps, visitorOf } from './route-deps.ts';

const tags = ['e-mail codes'];

/** Codes with which guests prove their address before they order. */
export const codeRoutes = (server: Server, { deps, cookies }: RouteDeps): void => {
  const sendRoutes = [
    { url: '/api/send-verification-code', summary: 'Mail a code that proves the address' },
    { url: '/api/resend-verification-code', summary: 'Mail a new code; invalidates the earlier one' },
  ];
  for (const { url, summary } of sendRoutes) {
    server.post(
      url,
      {
        config: { guard: 'public' },
        schema: { summary, tags, body: sendCodeSchema, response: { 200: codeSentSchema, ...errorResponses(400, 429) } },
      },
      async (request) => ({
        ...(await issueCode(deps, { purpose: 'order', email: request.body.email, visitor: visitorOf(request) })),
        message: texts.codeSent,
      }),
    );
  }

  server.post(
    '/api/verify-email-code',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Prove the address with the mailed code; sets the order_session cookie',
        tags,
        body: verifyEmailCodeSchema,
        response: { 200: emailVerifiedSchema, ...errorResponses(400, 429) },
      },
    },
    async (request, reply) => {
      const { token, seconds, email, expiresAt, hasAccount, device } = await proveEmail(deps, {
        ...request.body,
        visitor: visitorOf(request),
      });
      cookies.set(reply, { name: EMAIL_PROOF_COOKIE, token, seconds });
      cookies.set(reply, { name: DEVICE_COOKIE, ...device });
      return { verified: true as const, email, expiresAt: expiresAt.toISOString(), hasAccount };
    },
  );
};
