import { userDeleted } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { IdentityDeps } from '../domain/deps.ts';
import { forgetUser } from '../domain/users/forget-user.ts';

/** identity's own event, for the case that the process died between the deletion and the end of what was open in the account's name. */
export const userDeletedConsumer = (deps: IdentityDeps): EventHandler => on(userDeleted, ({ data }) => forgetUser(deps, data));
