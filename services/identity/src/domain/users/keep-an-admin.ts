import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '@stagereel/service-kit';
import { later } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';

type Deps = Pick<IdentityDeps, 'clock' | 'users' | 'adminMarks'>;
type EraseAdmin = { id: string; erase: (mark: string) => Promise<boolean> };

/** A mark this old was left behind by a process that died. Taking it away is safe: without it nothing is erased. */
const MARK_SECONDS = 30;
const ROUNDS = 20;
const MAX_WAIT_MS = 100;

/**
 * Erases an admin while another one stays, whoever is deleted at the same time; false when somebody else erased this one.
 *
 * Two admins are two documents, and no write spans both. So an admin is marked first, and goes only if another one without a mark is seen
 * after that. Of any number who go at once, the one marked last has seen somebody who was not marked, and was not marked later: that one
 * stays. Two who see nobody but each other take their marks back and try again after a random pause.
 * @throws AppError LastAdmin when there is no other
 */
export const eraseWhileAnotherStays = async (deps: Deps, { id, erase }: EraseAdmin): Promise<boolean> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [mark, at] = [randomUUID(), deps.clock()];
    await deps.adminMarks.endMarksBefore(later({ than: at, seconds: -MARK_SECONDS }));
    if (await deps.adminMarks.mark({ id, mark, at })) {
      const { isAnyStaying, isAnyLeaving } = await deps.adminMarks.others(id);
      if (isAnyStaying) return erase(mark);
      await deps.adminMarks.unmark({ id, mark });
      if (!isAnyLeaving) throw new AppError('LastAdmin');
    } else if (!(await deps.users.findById(id))) {
      return false;
    }
    await setTimeout(randomInt(1, MAX_WAIT_MS));
  }
  throw new AppError('ServiceUnavailable');
};
