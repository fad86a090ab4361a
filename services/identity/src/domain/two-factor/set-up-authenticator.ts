import { type SessionClaims, TWO_FACTOR_SETUP_SECONDS, type TwoFactorSetup } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import { countCodeFailure, requireNotPaused, resetCodeFailures } from '../code/code-limits.ts';
import type { IdentityDeps } from '../deps.ts';
import { fieldError } from '../field-error.ts';
import { requireUser } from '../session/current-user.ts';
import { sourceOf, type Visitor } from '../sign-in/visitor.ts';
import type { User } from '../user/user.ts';
import type { AuthenticatorSetup } from './authenticator.ts';
import { type Authenticator, readAuthenticator } from './read-authenticator.ts';

/**
 * Step 1: creates the secret of a new authenticator. The account does not change until its first code is confirmed in this session.
 * @throws AppError Unauthorized when the account was deleted
 */
export const startAuthenticatorSetup = async (deps: IdentityDeps, { claims }: { claims: SessionClaims }): Promise<TwoFactorSetup> => {
  const user = await requireUser(deps, claims);
  const secret = deps.totp.createSecret();
  await deps.authenticatorSetups.start({
    sid: claims.sid,
    userId: user.id,
    sealedSecret: deps.secretBox.seal({ secret, owner: user.id }),
    expiresAt: addSeconds({ to: deps.now(), seconds: TWO_FACTOR_SETUP_SECONDS }),
  });
  const qrCode = deps.totp.qrCodeOf({ secret, account: user.email });
  return { qrCode, secret, isReplacement: readAuthenticator(deps, user) !== undefined };
};

type ConfirmSetup = {
  claims: SessionClaims;
  actor: Actor;
  visitor: Visitor;
  /** A code of the new authenticator. */
  token: string;
  secret: string;
  /** A code of the current authenticator, when it is replaced. */
  currentToken?: string | undefined;
};

/**
 * Step 2: stores the new authenticator. Uses up its first code and, for a replacement, the code of the current one.
 * @throws AppError TwoFactorSetupExpired when this session has no setup with this secret, or no try is left; TwoFactorCurrentRequired;
 * TwoFactorInvalid at the field whose code is wrong; CodePaused
 */
export const confirmAuthenticatorSetup = async (deps: IdentityDeps, input: ConfirmSetup): Promise<void> => {
  const { claims, actor, visitor, token, secret, currentToken } = input;
  const user = await requireUser(deps, claims);
  const setup = await requireSetup(deps, { claims, secret });
  const current = readAuthenticator(deps, user);
  if (current && currentToken === undefined) throw fieldError('TwoFactorCurrentRequired', 'currentToken');
  const counted = await failuresOf(deps, { user, visitor });
  if (current) await requireNotPaused(deps, counted);

  const now = deps.now();
  // Counted before the comparison, so that parallel guesses are all counted.
  if (!(await deps.authenticatorSetups.countTry({ ...setup, now }))) throw new AppError('TwoFactorSetupExpired');
  const lastStep = deps.totp.findStep({ secret, token, at: now });
  if (lastStep === undefined) throw fieldError('TwoFactorInvalid', 'token');
  const currentStep = current && currentToken ? await requireCurrentCode(deps, { counted, current, currentToken }) : undefined;

  const isSet = await deps.users.setTwoFactor({
    id: user.id,
    twoFactor: { sealedSecret: setup.sealedSecret, enabledAt: now, lastStep },
    expected: user.twoFactor,
    currentStep,
    events: [setupEvent({ actor, user, isReplacement: current !== undefined })],
  });
  // A concurrent request used the current authenticator's code, or set the account's first authenticator.
  if (!isSet) throw current ? fieldError('TwoFactorInvalid', 'currentToken') : new AppError('TwoFactorSetupExpired');
  deps.outbox.trigger();
  if (current) await resetCodeFailures(deps, counted);
  await deps.authenticatorSetups.remove({ sid: claims.sid });
};

type RequireSetup = { claims: SessionClaims; secret: string };

const requireSetup = async (deps: IdentityDeps, { claims, secret }: RequireSetup): Promise<AuthenticatorSetup> => {
  const { sid, sub } = claims;
  const setup = await deps.authenticatorSetups.find({ sid, now: deps.now() });
  // The secret differs when a later setup, in another tab, replaced this one.
  const isPending = setup && deps.secretBox.open({ sealed: setup.sealedSecret, owner: sub }) === secret;
  if (!isPending) throw new AppError('TwoFactorSetupExpired');
  return setup;
};

/** Wrong codes count like those of a sign-in: otherwise a stolen session could try unlimited codes by starting setup after setup. */
const failuresOf = async (deps: IdentityDeps, { user: { email }, visitor }: { user: User; visitor: Visitor }) => ({
  key: { purpose: 'admin-sign-in', email } as const,
  source: await sourceOf(deps, { email, visitor }),
});

type RequireCurrentCode = { counted: Awaited<ReturnType<typeof failuresOf>>; current: Authenticator; currentToken: string };

const requireCurrentCode = async (deps: IdentityDeps, { counted, current, currentToken }: RequireCurrentCode): Promise<number> => {
  const step = deps.totp.findStep({ secret: current.secret, token: currentToken, at: deps.now() });
  if (step !== undefined) return step;
  await countCodeFailure(deps, counted);
  throw fieldError('TwoFactorInvalid', 'currentToken');
};

const setupEvent = ({ actor, user, isReplacement }: { actor: Actor; user: User; isReplacement: boolean }) =>
  adminActedEvent({
    actor,
    action: isReplacement ? 'two-factor.replaced' : 'two-factor.enabled',
    target: { type: 'user', id: user.id, label: user.email },
  });
