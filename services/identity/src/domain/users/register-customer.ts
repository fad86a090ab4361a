import { errorCatalogue, isCustomerPassword, type SessionClaims, type SessionUser, userRegistered } from '@stagereel/contracts';
import { AppError, createEvent } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { IdentityDeps } from '../deps.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import { noteSignIn } from '../sign-in/note-sign-in.ts';
import type { Visitor } from '../sign-in/visitor.ts';
import { toSessionUser, type User } from './user.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'passwords' | 'outbox' | 'sessionStore' | 'tokens' | 'signIns' | 'blockedNetworks'>;
type RegisterCustomer = {
  email: string;
  name: string;
  password: string;
  /** The address this browser has proven, if any. */
  provenEmail: string | undefined;
  visitor: Visitor;
  replaces: SessionClaims | null;
};
export type Registered = { user: SessionUser; session: OpenedSession };

/**
 * Makes an account for a proven address and signs in.
 * @throws AppError ProofRequired, the same whether or not the address has an account; with the proof PasswordTooWeak or AccountExists
 */
export const registerCustomer = async (deps: Deps, input: RegisterCustomer): Promise<Registered> => {
  const { email, name, password, visitor, replaces } = input;
  if (input.provenEmail !== email) throw new AppError('ProofRequired');
  if (!isCustomerPassword(password))
    throw new AppError('PasswordTooWeak', { details: { fields: { password: errorCatalogue.PasswordTooWeak.message } } });
  if (await deps.users.findByEmail(email)) throw new AppError('AccountExists');
  const now = deps.clock();
  const user: User = {
    id: uuid(),
    email,
    name,
    passwordHash: await deps.passwords.hash(password),
    isAdmin: false,
    emailProven: true,
    createdAt: now,
    lastLoginAt: now,
  };
  const registered = createEvent(userRegistered, { userId: user.id, email, name });
  if (!(await deps.users.create({ user, events: [registered] }))) throw new AppError('AccountExists');
  deps.outbox.kick();
  const session = await openSession(deps, { user, replaces });
  await noteSignIn(deps, { door: 'registration', email, userId: user.id, outcome: 'succeeded', visitor, isKnownDevice: false });
  return { user: toSessionUser(user), session };
};
