import { emailStatusSchema, errorBodySchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import type { ReadEmailStatus } from '../domain/email-status/email-status.ts';

type RouteDeps = { server: Server; readEmailStatus: ReadEmailStatus };

export const emailStatusRoutes = ({ server, readEmailStatus }: RouteDeps): void => {
  server.get(
    '/api/email-status',
    {
      config: { guard: 'public' },
      schema: {
        summary: 'Whether the mail server works; the check is at most 30 s old',
        tags: ['mail'],
        response: { 200: emailStatusSchema, '4xx': errorBodySchema },
      },
    },
    () => readEmailStatus(),
  );
};
