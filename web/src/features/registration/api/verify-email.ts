import type { emailLinkVerifiedSchema } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestJson } from '../../../lib/api-client.ts';

type EmailLinkVerified = z.infer<typeof emailLinkVerifiedSchema>;

/** GET /api/verify-email?token=…: one question for each link, however often the page is drawn; so a drawing that is given up does not break it off. */
export const verifyEmailQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/verify-email', token] as const,
    queryFn: () => requestJson<EmailLinkVerified>(`/api/verify-email?${new URLSearchParams({ token })}`),
  });

/** POST /api/verify-email: the same in a browser that did not register, by the password that was chosen. */
export const verifyEmailByPassword = (input: { token: string; password: string }): Promise<EmailLinkVerified> =>
  postJson<EmailLinkVerified>('/api/verify-email', input);
