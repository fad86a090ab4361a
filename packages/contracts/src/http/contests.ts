import { z } from 'zod';
import { UNDECIDED_DATE } from '../constants.ts';
import { emailSchema, idSchema, newPriceSchema, priceSchema, timeSchema } from './common.ts';
import { patterns, published, textSchema, visibleLineSchema } from './texts.ts';

export const SITE_STATUSES = ['public', 'private', '公開予約'] as const;
export const siteStatusSchema = z.enum(SITE_STATUSES);
export type SiteStatus = z.infer<typeof siteStatusSchema>;

/** The words of the edit screen are accepted too, and stored as `public` and `private`. */
export const siteStatusInputSchema = z
  .enum([...SITE_STATUSES, '公開', '非公開'])
  .transform((value): SiteStatus => (value === '公開' ? 'public' : value === '非公開' ? 'private' : value));

export const sampleVideoSchema = z.object({ url: z.string(), posterUrl: z.string() });

const nameSchema = published(visibleLineSchema(120).min(1, '大会名を入力してください。'), { pattern: patterns.visibleLine });

/**
 * GET /api/contests returns an array of these: the published ones to everybody, all to an admin. `version` grows by one with every change of its
 * name, date, place or publication.
 */
export const contestSchema = z.object({
  id: idSchema,
  name: z.string(),
  slug: z.string(),
  date: z.string(),
  location: z.string(),
  coverImage: z.string().nullable(),
  sitePublicStatus: siteStatusSchema,
  videoPublished: z.boolean(),
  photoPublished: z.boolean(),
  scheduledPublishDate: timeSchema.nullable(),
  createdAt: timeSchema,
  version: z.int(),
  isComingSoon: z.boolean().describe('announced to visitors before its sale; false once it is published'),
  priceRange: z
    .object({ min: priceSchema, max: priceSchema })
    .nullable()
    .describe('yen, tax included, of the videos on sale; null while no athlete is on sale'),
  athleteCount: z.int().describe('athletes on sale'),
  hasSamples: z.boolean(),
  sampleVideo: sampleVideoSchema.nullable().describe('the first sample video that has a poster'),
});
export type Contest = z.infer<typeof contestSchema>;
export const contestListSchema = z.array(contestSchema);

/** GET /api/contests/coming-soon: unpublished contests that an admin announces, the next sale first. */
export const comingSoonContestSchema = contestSchema
  .pick({ id: true, name: true, slug: true, date: true, location: true, coverImage: true })
  .extend({ salesStartAt: timeSchema.nullable().describe('the scheduled publication; null while it is not decided') });
export type ComingSoonContest = z.infer<typeof comingSoonContestSchema>;
export const comingSoonContestListSchema = z.array(comingSoonContestSchema);

/**
 * POST /api/contests/{id}/sale-notices, for an announced contest and an address that this browser has proven (`order_session` cookie or session) →
 * 201. The address gets one mail when the contest is published and is then deleted. Repeating the call changes nothing.
 */
export const requestSaleNoticeSchema = z.object({ email: emailSchema });
export const saleNoticeRequestedSchema = z.object({ email: z.string() });
/** GET /api/contests/{id}/sale-notices (admin): how many addresses wait for the publication. */
export const saleNoticeCountSchema = z.object({ count: z.int() });

/** GET /api/contests/athlete-search?q=…: athletes on sale in published contests, whose number or name matches. At most {@link MAX_FOUND_ATHLETES}. */
export const MAX_FOUND_ATHLETES = 20;
export const searchAthletesQuerySchema = z.object({ q: textSchema(60) });
export const foundAthleteSchema = z.object({
  contestId: idSchema,
  contestName: z.string(),
  contestSlug: z.string(),
  category: z.string(),
  athleteNumber: z.string(),
  name: z.string().nullable(),
});
export type FoundAthlete = z.infer<typeof foundAthleteSchema>;
/** `hasMore`: more athletes match than are listed. */
export const foundAthletesSchema = z.object({ athletes: z.array(foundAthleteSchema), hasMore: z.boolean() });
export type FoundAthletes = z.infer<typeof foundAthletesSchema>;

/**
 * POST /api/contests → 201 contest. A given site status decides whether videos are published; without it, `videoPublished` decides
 * the status. 公開予約 needs `scheduledPublishDate` in the future. PATCH follows the same rule.
 */
export const createContestSchema = z.object({
  name: nameSchema,
  date: visibleLineSchema(60).default(UNDECIDED_DATE),
  location: visibleLineSchema(120).default(''),
  videoPublished: z.boolean().optional(),
  photoPublished: z.boolean().default(false),
  sitePublicStatus: siteStatusInputSchema.optional(),
  scheduledPublishDate: timeSchema.nullable().optional(),
});
export type CreateContest = z.infer<typeof createContestSchema>;

/** PATCH /api/contests/{id} → contest; an empty body changes nothing. With `version`, a concurrent change is a 409. */
export const updateContestSchema = z
  .object({
    name: nameSchema,
    date: visibleLineSchema(60),
    location: visibleLineSchema(120),
    videoPublished: z.boolean(),
    photoPublished: z.boolean(),
    sitePublicStatus: siteStatusInputSchema,
    scheduledPublishDate: timeSchema.nullable(),
    isComingSoon: z.boolean(),
    version: z.int(),
  })
  .partial();
export type UpdateContest = z.infer<typeof updateContestSchema>;

/** GET /internal/contests/{id} */
export const contestSummarySchema = z.object({ name: z.string(), published: z.boolean() });
export type ContestSummary = z.infer<typeof contestSummarySchema>;

/**
 * GET /internal/open-orders?contestId=… (orders): how many orders have a video of the contest that is neither delivered nor refunded, or are still
 * being paid.
 */
export const openOrdersQuerySchema = z.object({ contestId: idSchema });
export const openOrdersSchema = z.object({ count: z.int() });

const priceItemSchema = z.object({ name: visibleLineSchema(60), price: priceSchema });
/** The prices and notes that the order form shows. */
export const priceDescriptionSchema = z.object({
  items: z.array(priceItemSchema).max(50),
  notes: textSchema(4000),
});
export type PriceDescription = z.infer<typeof priceDescriptionSchema>;

/** GET and PUT /api/contests/{id}/price-description return this; `version` grows by one with every PUT. Before the
 * first it is 0, and there are no items and notes: visitors see no price description then. */
export const savedPriceDescriptionSchema = priceDescriptionSchema.extend({ version: z.int() });
export type SavedPriceDescription = z.infer<typeof savedPriceDescriptionSchema>;

/** PUT /api/contests/{id}/price-description. With `version`, a concurrent change is a 409. */
export const putPriceDescriptionSchema = priceDescriptionSchema.extend({
  items: z.array(priceItemSchema.extend({ price: newPriceSchema })).max(50),
  version: z.int().optional(),
});
export type PutPriceDescription = z.infer<typeof putPriceDescriptionSchema>;
