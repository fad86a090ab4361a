import type { EmailStatus } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** GET /api/email-status: whether mails go out now, and from which address. */
export const emailStatusQuery = () =>
  queryOptions({
    queryKey: ['/api/email-status'] as const,
    queryFn: fetchByKey<EmailStatus>(),
    // A state of minutes ago helps nobody who waits for a mail.
    staleTime: 0,
  });
