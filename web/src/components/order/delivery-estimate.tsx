import { formatDate } from '@stagereel/contracts';
import { useDeliveryPromise } from '../../lib/use-delivery-promise.ts';

/** `お届け予定日：2026年11月25日(水)〜2026年11月26日(木)`, by the Japanese business calendar. */
export const DeliveryEstimate = () => {
  const promise = useDeliveryPromise();
  if (promise === null) return null;
  return (
    <>
      お届け予定日：<strong className="nowrap">{formatDate(promise.earliest)}</strong>〜
      <strong className="nowrap">{formatDate(promise.latest)}</strong>
    </>
  );
};
