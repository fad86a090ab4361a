import type { OrderStore } from '../domain/ports.ts';
import type { OrderModel } from './order.model.ts';

type FulfilmentWrites = Pick<OrderStore, 'claimLine' | 'addMailFact'>;

export const createFulfilmentWrites = ({ model }: { model: OrderModel }): FulfilmentWrites => ({
  claimLine: async ({ id, pageId, wholeRefund, index, videoUrl, claim }) => {
    const { modifiedCount } = await model.updateOne(
      {
        _id: id,
        'download.pageId': pageId,
        'payment.refundedAmount': { $lt: wholeRefund },
        'payment.disputeOutcome': { $ne: 'lost' },
        [`lines.${index}.video.url`]: videoUrl,
        [`lines.${index}.claim`]: { $exists: false },
      },
      { $set: { [`lines.${index}.claim`]: claim } },
    );
    return modifiedCount === 1;
  },

  addMailFact: async ({ orderNumber, fact }) => {
    await model.updateOne({ number: orderNumber, 'mails.eventId': { $ne: fact.eventId } }, { $push: { mails: fact } });
  },
});
