import type { EmailStatus, Readiness, ShopInfo } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../lib/query-client.ts';

/** GET /api/shop: the seller's details. */
export const shopInfoQuery = () =>
  queryOptions({
    queryKey: ['/api/shop'] as const,
    queryFn: fetchByKey<ShopInfo>(),
  });

/** GET /api/email-status: whether mails are being sent now, and the sender's address. */
export const emailStatusQuery = () =>
  queryOptions({
    queryKey: ['/api/email-status'] as const,
    queryFn: fetchByKey<EmailStatus>(),
    // Only the current state helps a customer who waits for a mail.
    staleTime: 0,
  });

/** GET /readyz: the state of the gateway and of what it needs. */
export const readinessQuery = () =>
  queryOptions({
    queryKey: ['/readyz'] as const,
    queryFn: fetchByKey<Readiness>(),
  });
