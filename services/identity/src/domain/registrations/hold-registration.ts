import { DAY, type EventEnvelope, PENDING_REGISTRATION_SECONDS } from '@stagereel/contracts';
import { v7 as uuid } from 'uuid';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';
import { browserTokenOf, pendingIdOf, type RegistrationWay } from './registering-browser.ts';

/** For so long it is known that a link was there, so that opening it late reads "expired" and not "invalid". */
const EXPIRED_LINK_SECONDS = 7 * DAY;

type Deps = Pick<IdentityDeps, 'clock' | 'passwords' | 'pendingRegistrations'>;

/** What the form asks for, and the browser it was filled in. */
export type RegistrationForm = {
  email: string;
  name: string;
  password: string;
  /** The token this browser held before, unverified. */
  browserToken: string | undefined;
};
type HoldRegistration = {
  way: RegistrationWay;
  form: RegistrationForm;
  link?: (expiresAt: Date) => { hash: string; event: EventEnvelope };
};

/** Binds the browser to its registration. */
export type BrowserBinding = { token: string; seconds: number };

/** Stores what was chosen until the address is proven, in the place of what this browser chose for it before. */
export const holdRegistration = async (deps: Deps, { way, form, link }: HoldRegistration): Promise<BrowserBinding> => {
  const { email, name, password } = form;
  const token = browserTokenOf(form.browserToken);
  const passwordHash = await deps.passwords.hash(password);
  const expiresAt = later({ than: deps.clock(), seconds: PENDING_REGISTRATION_SECONDS });
  const made = link?.(expiresAt);
  await deps.pendingRegistrations.save({
    id: pendingIdOf({ way, browserToken: token, email }),
    applicant: { userId: uuid(), email, name, passwordHash },
    ...(made ? { linkHash: made.hash } : {}),
    expiresAt,
    purgeAt: made ? later({ than: expiresAt, seconds: EXPIRED_LINK_SECONDS }) : expiresAt,
    events: made ? [made.event] : [],
  });
  return { token, seconds: PENDING_REGISTRATION_SECONDS };
};
