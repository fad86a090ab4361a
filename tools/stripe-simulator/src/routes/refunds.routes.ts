import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listPage, listQuery } from '../domain/list-page.ts';
import { integerParam, listParams, metadataParam, textParam } from '../domain/parse-params.ts';
import { createRefund, refundReasons } from '../domain/refunds.ts';
import { type Api, ok } from '../http/api.ts';
import type { Store } from '../store.ts';
import type { Dispute, Refund } from '../stripe-types.ts';

const createParams = z.strictObject({
  charge: textParam.optional(),
  payment_intent: textParam.optional(),
  amount: integerParam.optional(),
  reason: z.enum(refundReasons).optional(),
  metadata: metadataParam,
});

const listOfChargeParams = z.strictObject({ ...listParams, charge: textParam.optional(), payment_intent: textParam.optional() });

/** Lists that can be filtered by charge or payment. https://docs.stripe.com/api/refunds/list and https://docs.stripe.com/api/disputes/list */
const listsOfCharge = [
  { table: 'refunds', noun: 'refund' },
  { table: 'disputes', noun: 'dispute' },
] as const;

/** https://docs.stripe.com/api/refunds */
export function refundRoutes(app: FastifyInstance, { api, store }: { api: Api; store: Store }): void {
  app.post(
    '/refunds',
    api.write({
      schema: createParams,
      run: (deps, { params: { payment_intent: paymentIntent, ...params } }) => ok(createRefund(deps, { ...params, paymentIntent })),
    }),
  );

  for (const { table, noun } of listsOfCharge) {
    app.get(
      `/${table}`,
      api.read({
        schema: listOfChargeParams,
        run: (_deps, { params }) => {
          const isWanted = (row: Pick<Refund | Dispute, 'charge' | 'payment_intent'>): boolean =>
            (params.charge ?? row.charge) === row.charge && (params.payment_intent ?? row.payment_intent) === row.payment_intent;
          const rows: (Refund | Dispute)[] = store.all(table);
          return ok(listPage({ rows: rows.filter(isWanted), query: listQuery(params), url: `/v1/${table}`, noun }));
        },
      }),
    );
  }
}
