import { CODE_FAILURES_BEFORE_PAUSE, DAY } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { IdentityDeps } from '../deps.ts';
import { countingKey } from './code-audience.ts';
import type { CodeKey } from './code-store.ts';

type Deps = Pick<IdentityDeps, 'counters'>;

/** @throws AppError CodePaused while the address rests after too many failures in a row */
export const assertNotPaused = async ({ counters }: Deps, key: CodeKey): Promise<void> => {
  const { count, endsInMs } = await counters.failedCodes.read(countingKey(key));
  if (count >= CODE_FAILURES_BEFORE_PAUSE) throw new AppError('CodePaused', { retryAfterSeconds: endsInMs / 1000 });
};

export const noteFailure = async ({ counters }: Deps, key: CodeKey): Promise<void> => {
  const { count } = await counters.failedCodes.add(countingKey(key));
  if (count >= CODE_FAILURES_BEFORE_PAUSE) await counters.failedCodes.hold({ key: countingKey(key), seconds: DAY });
};

export const noteSuccess = ({ counters }: Deps, key: CodeKey): Promise<void> => counters.failedCodes.clear(countingKey(key));
