import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createRefund, refundReasons } from '../domain/create-refund.ts';
import { listPage } from '../domain/list-page.ts';
import { integerParam, listParams, metadataParam, textParam } from '../domain/parse-params.ts';
import { type Api, ok } from '../http/api.ts';
import type { Store } from '../store.ts';
import { listQuery } from './list-query.ts';

const createParams = z.strictObject({
  charge: textParam.optional(),
  payment_intent: textParam.optional(),
  amount: integerParam.optional(),
  reason: z.enum(refundReasons).optional(),
  metadata: metadataParam,
});

const refundListParams = z.strictObject({ ...listParams, charge: textParam.optional(), payment_intent: textParam.optional() });

/** https://docs.stripe.com/api/refunds */
export function refundRoutes(app: FastifyInstance, { api, store }: { api: Api; store: Store }): void {
  app.post(
    '/refunds',
    api.write({
      schema: createParams,
      run: (deps, { params: { payment_intent: paymentIntent, ...params } }) => ok(createRefund(deps, { ...params, paymentIntent })),
    }),
  );

  app.get(
    '/refunds',
    api.read({
      schema: refundListParams,
      run: (_deps, { params }) => {
        const isOfCharge = (charge: string | null) => params.charge === undefined || params.charge === charge;
        const isOfIntent = (intent: string | null) => params.payment_intent === undefined || params.payment_intent === intent;
        const rows = store.all('refunds').filter((refund) => isOfCharge(refund.charge) && isOfIntent(refund.payment_intent));
        return ok(listPage({ rows, query: listQuery(params), url: '/v1/refunds', noun: 'refund' }));
      },
    }),
  );
}
