import { slugOf, type UpdateContest } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { changedFields } from '../changed-fields.ts';
import type { CatalogDeps } from '../deps.ts';
import { retryOnOutdatedContest } from './change-contest.ts';
import type { ContestRecord } from './contest.ts';
import { slugCandidates } from './contest-slug.ts';
import { applyDuePublication, decidePublication } from './publication.ts';

/** The slug stays while the new name has the same base slug; otherwise the first free candidate is taken. */
const slugsFor = (contest: ContestRecord, name: string): Iterable<string> =>
  slugOf(name) === slugOf(contest.name) ? [contest.slug] : slugCandidates(name);

/**
 * Changes the given fields; without any, returns the contest unchanged. If `version` is given, the contest must still have it.
 * @throws AppError NotFound, ContestChangedMeanwhile, PublishDateRequired
 */
export const updateContest = async (
  deps: CatalogDeps,
  { id, actor, changes }: { id: string; actor: Actor; changes: UpdateContest },
): Promise<ContestRecord> =>
  retryOnOutdatedContest(deps, {
    id,
    attempt: async (stored) => {
      const time = deps.now();
      const contest = applyDuePublication(stored, time);
      if (changes.version !== undefined && changes.version !== contest.version) throw new AppError('ContestChangedMeanwhile');
      const { name = contest.name, date = contest.date, location = contest.location, photoPublished = contest.photoPublished } = changes;
      const set = { name, date, location, photoPublished, ...decidePublication({ current: contest, changes, now: time }) };
      const { before, after } = changedFields({ before: contest, after: set });
      if (Object.keys(after).length === 0) return contest;

      const target = { type: 'contest', id, label: name };
      const events = [adminActedEvent({ actor, action: 'contest.updated', target, before, after })];
      const version = contest.version + 1;
      for (const slug of slugsFor(contest, name)) {
        const change = { ...set, slug, version };
        const outcome = await deps.contests.change({ id, revision: stored.revision, set: change, events });
        if (outcome === 'changed') {
          // It may have been published or withdrawn; addresses may wait for that.
          if (contest.isComingSoon) deps.triggerSweep();
          return { ...contest, ...change, revision: stored.revision + 1 };
        }
        if (outcome === 'outdated') return 'outdated';
      }
      throw new AppError('Internal', { cause: new Error(`No free slug for contest name ${name}`) });
    },
  });
