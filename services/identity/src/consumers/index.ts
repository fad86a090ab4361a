import { adminActed, orderPaid, passwordChanged, sessionsEnded, userDeleted } from '@stagereel/contracts';
import { type Consumer, defineConsumers, on } from '@stagereel/service-kit';
import type { IdentityDeps } from '../domain/deps.ts';
import { createWantedAccount } from '../domain/registration/register-with-order.ts';
import { endOutdatedSessions } from '../domain/session/end-sessions.ts';
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
            deps.auditLog.append({ ...data, eventId: id, occurredAt: new Date(occurredAt), correlationId }),
          ),
        ],
      },
      orders: { handlers: [on(orderPaid, ({ data }) => createWantedAccount(deps, data))] },
      // Events of identity itself: they finish what a crash interrupted after the password or the end of the sessions was stored, or the account was erased.
      sessions: {
        handlers: [
          on(passwordChanged, ({ data }) => endOutdatedSessions(deps, data.userId)),
          on(sessionsEnded, ({ data }) => endOutdatedSessions(deps, data.userId)),
          on(userDeleted, ({ data }) => cleanUpDeletedUser(deps, data)),
        ],
      },
    },
  });
