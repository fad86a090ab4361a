import { adminActed, orderPaid, passwordChanged, personalDataEraseRequested, sessionsEnded, userDeleted } from '@stagereel/contracts';
import { type Consumer, defineConsumers, on } from '@stagereel/service-kit';
import { recordAdminAction } from '../domain/audit/record-admin-action.ts';
import type { IdentityDeps } from '../domain/deps.ts';
import { carryOutErasure } from '../domain/personal-data/erase-personal-data.ts';
import { createWantedAccount } from '../domain/registration/register-with-order.ts';
import { endAccess, endAccessOfUser } from '../domain/session/end-sessions.ts';
import { cleanUpDeletedUser } from '../domain/user/delete-user.ts';

/** All events that identity consumes. */
export const identityConsumers = ({ deps, retryDelaysMs }: { deps: IdentityDeps; retryDelaysMs: readonly number[] }): Consumer[] =>
  defineConsumers({
    service: 'identity',
    retryDelaysMs,
    queues: {
      audit: {
        handlers: [
          on(adminActed, ({ id, occurredAt, correlationId, data }) =>
            recordAdminAction(deps, { ...data, eventId: id, occurredAt: new Date(occurredAt), correlationId }),
          ),
        ],
      },
      erasures: { handlers: [on(personalDataEraseRequested, ({ data }) => carryOutErasure(deps, data))] },
      orders: { handlers: [on(orderPaid, ({ data }) => createWantedAccount(deps, data))] },
      // Events of identity itself: they finish what a crash interrupted after the password or the sign-out was stored, or the account was erased.
      sessions: {
        handlers: [
          on(passwordChanged, ({ data }) => endAccess(deps, { ...data, until: new Date(data.changedAt) })),
          on(userDeleted, ({ data }) => cleanUpDeletedUser(deps, { ...data, until: new Date(data.deletedAt) })),
        ],
      },
      signouts: { handlers: [on(sessionsEnded, ({ data }) => endAccessOfUser(deps, { ...data, until: new Date(data.endedAt) }))] },
    },
  });
