import {
  adminLineListSchema,
  adminLoginAnswerSchema,
  adminSignedInSchema,
  athleteSchema,
  bulkCreateResultSchema,
  type CreateContest,
  categorySchema,
  contestSchema,
  type DeliveryDoubts,
  doubtsInFields,
  errorBodySchema,
  orderCompletedSchema,
  orderDeliveredAnswerSchema,
  type UpdateContest,
} from '@stagereel/contracts';
import type { z } from 'zod';
import { openBrowser, ShopError } from './http.ts';
import type { Mailbox } from './mailbox.ts';
import { type NewMedia, sendMedia } from './media.ts';
import { uploadCalls } from './uploads.ts';

/** So many athletes are stored before a service gives up, on a machine that has much else to do. */
const PART = 250;

type BulkCreateResult = z.infer<typeof bulkCreateResultSchema>;
type Shop = { gateway: string; mailbox: Mailbox };
type NewAthlete = {
  athleteNumber: string;
  category: string;
  name?: string | null;
  videoStatus?: string;
  photoStatus?: string;
  verticalVideoPrice?: number | null;
  horizontalVideoPrice?: number | null;
};

/** An admin with one browser, doing what the back office does, call by call. */
export const openAdmin = ({ gateway, mailbox }: Shop) => {
  const browser = openBrowser(gateway);
  const { call } = browser;
  return {
    ...browser,
    /** Password, then the code from the mailbox. */
    signIn: async ({ email, password }: { email: string; password: string }): Promise<void> => {
      const except = await mailbox.idsOf(email);
      await call({ method: 'POST', path: '/api/admin/login', body: { email, password }, answer: adminLoginAnswerSchema });
      const code = await mailbox.waitForCode({ to: email, except });
      await call({ method: 'POST', path: '/api/admin/verify-2fa', body: { email, code }, answer: adminSignedInSchema });
    },
    createContest: (contest: Partial<CreateContest> & { name: string }) =>
      call({ method: 'POST', path: '/api/contests', body: contest, answer: contestSchema }),
    updateContest: (id: string, change: UpdateContest) =>
      call({ method: 'PATCH', path: `/api/contests/${id}`, body: change, answer: contestSchema }),
    createCategory: (contestId: string, name: string) =>
      call({ method: 'POST', path: `/api/contests/${contestId}/categories`, body: { name }, answer: categorySchema }),
    createAthlete: (contestId: string, athlete: NewAthlete) =>
      call({ method: 'POST', path: `/api/contests/${contestId}/athletes`, body: athlete, answer: athleteSchema }),
    createAthletes: async (contestId: string, athletes: readonly NewAthlete[]): Promise<Pick<BulkCreateResult, 'created' | 'failed'>> => {
      const path = `/api/contests/${contestId}/athletes/bulk-create`;
      const parts: BulkCreateResult[] = [];
      for (let start = 0; start < athletes.length; start += PART) {
        const body = { athletes: athletes.slice(start, start + PART) };
        parts.push(await call({ method: 'POST', path, body, answer: bulkCreateResultSchema }));
      }
      return {
        created: parts.flatMap(({ created }) => created),
        failed: parts.flatMap(({ failed }, part) => failed.map((refusal) => ({ ...refusal, index: refusal.index + part * PART }))),
      };
    },
    /** A cover, a sample, or a finished video of an order line; answers once it is in the library. */
    uploadMedia: (contestId: string, media: NewMedia) => sendMedia(browser, { contestId, media }),
    /** The same call by call, of files that need not be at hand as a whole. */
    uploads: (contestId: string) => uploadCalls(browser, contestId),
    orders: () => call({ path: '/api/orders', answer: adminLineListSchema }),
    complete: (orderNumber: string) => call({ method: 'PATCH', path: `/api/orders/complete/${orderNumber}`, answer: orderCompletedSchema }),
    /** As one who has looked at the videos and means them: what a tool uploads need not be a film. */
    deliver: async (orderNumber: string, downloadUrls: Record<string, string>) => {
      const deliver = (confirmedDoubts: DeliveryDoubts) => {
        const body = { downloadUrls, confirmedDoubts };
        return call({ method: 'POST', path: `/api/orders/${orderNumber}/deliver`, body, answer: orderDeliveredAnswerSchema });
      };
      try {
        return await deliver({});
      } catch (error) {
        if (!(error instanceof ShopError) || error.body.code !== 'DeliveryDoubtful') throw error;
        return deliver(doubtsInFields(errorBodySchema.parse(error.body).fields ?? {}));
      }
    },
  };
};
export type Admin = ReturnType<typeof openAdmin>;
