import type { CreateContest } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import type { CatalogDeps } from '../deps.ts';
import type { ContestRecord } from './contest.ts';
import { slugCandidates } from './contest-slug.ts';
import { decidePublication, UNPUBLISHED } from './publication.ts';

/** @throws AppError PublishDateRequired */
export const createContest = async (
  { contests, now }: CatalogDeps,
  { actor, data }: { actor: Actor; data: CreateContest },
): Promise<ContestRecord> => {
  const { name, date, location, photoPublished } = data;
  const createdAt = now();
  const contest = {
    id: uuid(),
    name,
    date,
    location,
    photoPublished,
    ...decidePublication({ current: UNPUBLISHED, changes: data, now: createdAt }),
    coverImage: null,
    hasSamples: false,
    sampleVideo: null,
    categories: [],
    priceDescription: null,
    priceDescriptionVersion: 0,
    version: 1,
    revision: 1,
    createdAt,
  };
  const target = { type: 'contest', id: contest.id, label: name };
  const after = { name, date, location, photoPublished, sitePublicStatus: contest.sitePublicStatus };
  const events = [adminActedEvent({ actor, action: 'contest.created', target, after })];

  for (const slug of slugCandidates(name)) {
    const outcome = await contests.insert({ contest: { ...contest, slug }, events });
    if (outcome === 'inserted') return { ...contest, slug };
  }
  throw new AppError('Internal', { cause: new Error(`No free slug for contest name ${name}`) });
};
