import {
  adminLineListSchema,
  adminLoginResponseSchema,
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
  orderDeliveredResponseSchema,
  type UpdateContest,
} from '@stagereel/contracts';
import type { z } from 'zod';
import { openBrowser, ShopError } from './http.ts';
import type { Mailbox } from './mailbox.ts';
import { type NewMedia, uploadCalls } from './uploads.ts';

/** How many athletes a service can store within its request timeout, even on a busy machine. */
const BATCH_SIZE = 250;

type BulkCreateResult = z.infer<typeof bulkCreateResultSchema>;
type Shop = { gateway: string; mailbox: Mailbox; headers?: Readonly<Record<string, string>> };
/** By line id. */
type DownloadUrls = Readonly<Record<string, string>>;
type NewAthlete = {
  athleteNumber: string;
  category: string;
  name?: string | null;
  videoStatus?: string;
  photoStatus?: string;
  verticalVideoPrice?: number | null;
  horizontalVideoPrice?: number | null;
};

/** An admin with one browser: the API calls of the back office. */
export const openAdmin = ({ gateway, mailbox, headers }: Shop) => {
  const browser = openBrowser(gateway, headers);
  const { call } = browser;

  const deliver = async ({ path, downloadUrls }: { path: string; downloadUrls: DownloadUrls }) => {
    const send = (confirmedDoubts: DeliveryDoubts) =>
      call({ method: 'POST', path, body: { downloadUrls, confirmedDoubts }, schema: orderDeliveredResponseSchema });
    try {
      return await send({});
    } catch (error) {
      if (!(error instanceof ShopError) || error.body.code !== 'DeliveryDoubtful') throw error;
      return send(doubtsInFields(errorBodySchema.parse(error.body).fields ?? {}));
    }
  };

  return {
    ...browser,
    /** Signs in with the password and the code from the mailbox. */
    signIn: async ({ email, password }: { email: string; password: string }): Promise<void> => {
      const except = await mailbox.idsOf(email);
      await call({ method: 'POST', path: '/api/admin/login', body: { email, password }, schema: adminLoginResponseSchema });
      const code = await mailbox.waitForCode({ to: email, except });
      await call({ method: 'POST', path: '/api/admin/verify-2fa', body: { email, code }, schema: adminSignedInSchema });
    },
    createContest: (contest: Partial<CreateContest> & { name: string }) =>
      call({ method: 'POST', path: '/api/contests', body: contest, schema: contestSchema }),
    updateContest: (id: string, change: UpdateContest) =>
      call({ method: 'PATCH', path: `/api/contests/${id}`, body: change, schema: contestSchema }),
    createCategory: (contestId: string, name: string) =>
      call({ method: 'POST', path: `/api/contests/${contestId}/categories`, body: { name }, schema: categorySchema }),
    createAthlete: (contestId: string, athlete: NewAthlete) =>
      call({ method: 'POST', path: `/api/contests/${contestId}/athletes`, body: athlete, schema: athleteSchema }),
    createAthletes: async (contestId: string, athletes: readonly NewAthlete[]): Promise<Pick<BulkCreateResult, 'created' | 'failed'>> => {
      const path = `/api/contests/${contestId}/athletes/bulk-create`;
      const results: BulkCreateResult[] = [];
      for (let start = 0; start < athletes.length; start += BATCH_SIZE) {
        const body = { athletes: athletes.slice(start, start + BATCH_SIZE) };
        results.push(await call({ method: 'POST', path, body, schema: bulkCreateResultSchema }));
      }
      return {
        created: results.flatMap(({ created }) => created),
        failed: results.flatMap(({ failed }, batch) =>
          failed.map((refusal) => ({ ...refusal, index: refusal.index + batch * BATCH_SIZE })),
        ),
      };
    },
    /** Uploads a cover, a sample, or a finished video of an order line, and resolves once it is in the library. */
    uploadMedia: (contestId: string, media: NewMedia) => uploadCalls(browser, contestId).sendMedia(media),
    /** The single calls of an upload. */
    uploads: (contestId: string) => uploadCalls(browser, contestId),
    orders: () => call({ path: '/api/orders', schema: adminLineListSchema }),
    complete: (orderNumber: string) => call({ method: 'PATCH', path: `/api/orders/complete/${orderNumber}`, schema: orderCompletedSchema }),
    /** Confirms all delivery doubts, because the videos that a tool uploads need not be real ones. */
    deliver: (orderNumber: string, downloadUrls: DownloadUrls) => deliver({ path: `/api/orders/${orderNumber}/deliver`, downloadUrls }),
    /** Delivers these videos first; the others follow. Confirms all delivery doubts too. */
    deliverReady: (orderNumber: string, downloadUrls: DownloadUrls) =>
      deliver({ path: `/api/orders/${orderNumber}/deliver-ready`, downloadUrls }),
  };
};
export type Admin = ReturnType<typeof openAdmin>;
