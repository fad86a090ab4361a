import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AppError } from '@stagereel/service-kit';
import { addSeconds } from '../clock.ts';
import type { IdentityDeps } from '../deps.ts';

type EraseAdmin = { id: string; erase: (mark: string) => Promise<boolean> };

/** An older mark was left behind by a crashed process. Removing it is safe, because an admin is erased only while marked. */
const MARK_LIFETIME_SECONDS = 30;
const MAX_ROUNDS = 20;
const MAX_WAIT_MS = 100;

/**
 * Erases an admin, unless no other admin would be left; false when a concurrent request erased this admin.
 *
 * Two admins are two documents, and no write spans both. Therefore an admin is marked first and erased only if another, unmarked admin is
 * found afterwards. When several admins are deleted concurrently, the one marked last has found an admin who was not marked and could not
 * be marked later: that admin stays. When all admins are marked, each request removes its mark and retries after a random delay.
 * @throws AppError LastAdmin when there is no other admin
 */
export const eraseUnlessLastAdmin = async (deps: IdentityDeps, { id, erase }: EraseAdmin): Promise<boolean> => {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const [mark, at] = [randomUUID(), deps.now()];
    await deps.adminDeletionMarks.removeMarksBefore(addSeconds({ to: at, seconds: -MARK_LIFETIME_SECONDS }));
    if (await deps.adminDeletionMarks.mark({ id, mark, at })) {
      const { hasUnmarked, hasMarked } = await deps.adminDeletionMarks.findOthers(id);
      if (hasUnmarked) return erase(mark);
      await deps.adminDeletionMarks.unmark({ id, mark });
      if (!hasMarked) throw new AppError('LastAdmin');
    } else if (!(await deps.users.findById(id))) {
      return false;
    }
    await setTimeout(randomInt(1, MAX_WAIT_MS));
  }
  throw new AppError('ServiceUnavailable');
};
