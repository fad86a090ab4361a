import type { Athlete, Category, Contest, PriceDescription } from '@stagereel/contracts';

/** A category lives inside its contest; its contest's id is not repeated. */
export type CategoryRecord = Omit<Category, 'contestId' | 'createdAt'> & { createdAt: Date };

/** What a list of contests needs. */
export type ContestHead = Omit<Contest, 'createdAt' | 'scheduledPublishDate'> & {
  createdAt: Date;
  scheduledPublishDate: Date | null;
};

/**
 * The contest as it is stored, with its categories and price description. `revision` grows with every change of the contest and,
 * after the fact, with every change of its athletes.
 */
export type ContestRecord = ContestHead & {
  categories: CategoryRecord[];
  priceDescription: PriceDescription | null;
  /** Grows with every change of the price description; 0 where there is none. */
  priceDescriptionVersion: number;
  revision: number;
};

export type AthleteRecord = Athlete;

/** What makes an athlete the one it is for a customer. */
export type AthleteKey = Pick<AthleteRecord, 'contestId' | 'category' | 'athleteNumber'>;
