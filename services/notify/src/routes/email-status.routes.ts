import { emailStatusSchema, errorBodySchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import type { EmailStatusSource } from '../domain/email-status.ts';

type EmailStatusDeps = { emailStatus: EmailStatusSource };

export const registerEmailStatusRoutes = (server: Server, { emailStatus }: EmailStatusDeps): void => {
  server.get(
    '/api/email-status',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Whether the mail service works, by a check of the mail server at most 30 s old',
        tags: ['mail'],
        response: { 200: emailStatusSchema, '4xx': errorBodySchema },
      },
    },
    () => emailStatus(),
  );
};
