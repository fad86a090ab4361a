import { adminActed } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import { recordAdminAction } from '../domain/audit/record-admin-action.ts';
import type { IdentityDeps } from '../domain/deps.ts';

export const adminActedConsumer = (deps: Pick<IdentityDeps, 'auditLog'>): EventHandler =>
  on(adminActed, (event) => recordAdminAction(deps, event));
