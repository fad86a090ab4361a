import { passwordChanged } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import type { IdentityDeps } from '../domain/deps.ts';
import { endOutdatedSessions } from '../domain/sessions/end-outdated-sessions.ts';

/** identity's own event, for the case that the process died between the new password and the end of the old sessions. */
export const passwordChangedConsumer = (deps: Pick<IdentityDeps, 'users' | 'sessionStore'>): EventHandler =>
  on(passwordChanged, ({ data }) => endOutdatedSessions(deps, data.userId));
