import type { UpdateContest } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { withContest } from './change-contest.ts';
import { changedFields } from './changed-fields.ts';
import { baseSlug, slugCandidates } from './contest-slug.ts';
import type { CatalogDeps } from './ports.ts';
import { asOf, decidePublication } from './publication.ts';
import type { ContestRecord } from './records.ts';

/** The slug stays while the name still spells it; another name looks for a free one. */
const slugsFor = (contest: ContestRecord, name: string): Iterable<string> =>
  baseSlug(name) === baseSlug(contest.name) ? [contest.slug] : slugCandidates(name);

/**
 * Changes what the wish names; an empty wish answers the contest as it is. With `version` it counts only for the contest its writer saw.
 * Ids and what hangs on them stay.
 * @throws AppError NotFound, ContestChangedMeanwhile, PublishDateRequired
 */
export const updateContest = async (
  { contests, now }: Pick<CatalogDeps, 'contests' | 'now'>,
  { id, actor, wish }: { id: string; actor: Actor; wish: UpdateContest },
): Promise<ContestRecord> =>
  withContest({
    contests,
    id,
    attempt: async (stored) => {
      const time = now();
      const contest = asOf(stored, time);
      if (wish.version !== undefined && wish.version !== contest.version) throw new AppError('ContestChangedMeanwhile');
      const { name = contest.name, date = contest.date, location = contest.location, photoPublished = contest.photoPublished } = wish;
      const set = { name, date, location, photoPublished, ...decidePublication({ current: contest, wish, now: time }) };
      const { before, after } = changedFields({ before: contest, after: set });
      if (Object.keys(after).length === 0) return contest;

      const target = { type: 'contest', id, label: name };
      const events = [adminActedEvent({ actor, action: 'contest.updated', target, before, after })];
      const version = contest.version + 1;
      for (const slug of slugsFor(contest, name)) {
        const change = { ...set, slug, version };
        const outcome = await contests.change({ id, revision: stored.revision, set: change, events });
        if (outcome === 'changed') return { ...contest, ...change, revision: stored.revision + 1 };
        if (outcome === 'outdated') return 'outdated';
      }
      throw new AppError('Internal', { cause: new Error(`no free slug for ${name}`) });
    },
  });
