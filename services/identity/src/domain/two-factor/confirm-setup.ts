import type { SessionClaims } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { assertNotPaused, noteFailure, noteSuccess } from '../codes/code-pause.ts';
import type { IdentityDeps } from '../deps.ts';
import { atField } from '../users/at-field.ts';
import { requireAccount } from '../users/current-user.ts';
import type { User } from '../users/user.ts';
import { type Factor, readFactor } from './read-factor.ts';
import type { TwoFactorSetup } from './setup-store.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'authenticator' | 'secretBox' | 'twoFactorSetups' | 'counters' | 'outbox'>;
type ConfirmSetup = {
  claims: SessionClaims;
  actor: Actor;
  /** The new authenticator's code. */
  token: string;
  secret: string;
  /** The present authenticator's code, where there is one. */
  currentToken?: string | undefined;
};

/**
 * Puts the new authenticator in force. Its first code is used up by that, and so is the present one's by a replacement.
 * @throws AppError TwoFactorSetupExpired when this session has no such secret pending, or no try is left; TwoFactorCurrentRequired;
 * TwoFactorInvalid at the field whose code is wrong; CodePaused
 */
export const confirmTwoFactorSetup = async (deps: Deps, input: ConfirmSetup): Promise<void> => {
  const { claims, actor, token, secret, currentToken } = input;
  const user = await requireAccount(deps, claims);
  const setup = await requireSetup(deps, { claims, secret });
  const present = readFactor(deps, user);
  if (present && currentToken === undefined) throw atField('TwoFactorCurrentRequired', 'currentToken');
  if (present) await assertNotPaused(deps, pauseKeyOf(user));

  const now = deps.clock();
  // Counted before anything is compared, so that guesses in parallel are all counted.
  if (!(await deps.twoFactorSetups.countTry({ ...setup, now }))) throw new AppError('TwoFactorSetupExpired');
  const lastStep = deps.authenticator.stepOf({ secret, token, at: now });
  if (lastStep === undefined) throw atField('TwoFactorInvalid', 'token');
  const currentStep = present && currentToken ? await requireCurrent(deps, { user, present, currentToken }) : undefined;

  const isSet = await deps.users.setTwoFactor({
    id: user.id,
    twoFactor: { sealedSecret: setup.sealedSecret, enabledAt: now, lastStep },
    replaces: user.twoFactor,
    currentStep,
    events: [actedEvent({ actor, user, isReplacement: present !== undefined })],
  });
  // Somebody was faster: with the same code of the present authenticator, or with another one for an account that had none.
  if (!isSet) throw present ? atField('TwoFactorInvalid', 'currentToken') : new AppError('TwoFactorSetupExpired');
  deps.outbox.kick();
  if (present) await noteSuccess(deps, pauseKeyOf(user));
  await deps.twoFactorSetups.end({ sid: claims.sid });
};

const requireSetup = async (deps: Deps, { claims, secret }: Pick<ConfirmSetup, 'claims' | 'secret'>): Promise<TwoFactorSetup> => {
  const { sid, sub } = claims;
  const setup = await deps.twoFactorSetups.find({ sid, now: deps.clock() });
  // Another secret is one that a later set-up, in another tab, has put aside.
  const isPending = setup && deps.secretBox.open({ sealed: setup.sealedSecret, owner: sub }) === secret;
  if (!isPending) throw new AppError('TwoFactorSetupExpired');
  return setup;
};

/** Wrong codes of the present authenticator count like those of a sign-in: else a stolen session could guess on, set-up after set-up. */
const pauseKeyOf = ({ email }: User) => ({ purpose: 'admin-sign-in', email }) as const;

type RequireCurrent = { user: User; present: Factor; currentToken: string };

const requireCurrent = async (deps: Deps, { user, present, currentToken }: RequireCurrent): Promise<number> => {
  const step = deps.authenticator.stepOf({ secret: present.secret, token: currentToken, at: deps.clock() });
  if (step !== undefined) return step;
  await noteFailure(deps, pauseKeyOf(user));
  throw atField('TwoFactorInvalid', 'currentToken');
};

const actedEvent = ({ actor, user, isReplacement }: { actor: Actor; user: User; isReplacement: boolean }) =>
  adminActedEvent({
    actor,
    action: isReplacement ? 'two-factor.replaced' : 'two-factor.enabled',
    target: { type: 'user', id: user.id, label: user.email },
  });
