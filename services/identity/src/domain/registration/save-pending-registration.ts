import { type EventEnvelope, EXPIRED_REGISTRATION_SECONDS, PENDING_REGISTRATION_SECONDS } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { pendingRegistrationId, type RegistrationMethod, reuseOrCreateBrowserToken } from './pending-registration.ts';

export type RegistrationForm = {
  email: string;
  name: string;
  password: string;
  /** The registration token in the browser's cookie, not verified. */
  browserToken: string | undefined;
};
type SavePendingRegistration = {
  method: RegistrationMethod;
  form: RegistrationForm;
  link?: (expiresAt: Date) => { hash: string; event: EventEnvelope };
};

/** The cookie that binds the registration to the browser. */
export type RegistrationToken = { token: string; seconds: number };

/** Stores the form until the address is proven. Replaces what this browser entered for the address before. */
export const savePendingRegistration = async (
  deps: IdentityDeps,
  { method, form, link }: SavePendingRegistration,
): Promise<RegistrationToken> => {
  const { email, name, password } = form;
  const token = reuseOrCreateBrowserToken(form.browserToken);
  const passwordHash = await deps.passwordHasher.hash(password);
  const expiresAt = addSeconds({ to: deps.now(), seconds: PENDING_REGISTRATION_SECONDS });
  const created = link?.(expiresAt);
  await deps.pendingRegistrations.save({
    id: pendingRegistrationId({ method, browserToken: token, email }),
    applicant: { userId: uuid(), email, name, passwordHash },
    ...(created ? { linkHash: created.hash } : {}),
    expiresAt,
    purgeAt: created ? addSeconds({ to: expiresAt, seconds: EXPIRED_REGISTRATION_SECONDS }) : expiresAt,
    events: created ? [created.event] : [],
  });
  return { token, seconds: PENDING_REGISTRATION_SECONDS };
};
