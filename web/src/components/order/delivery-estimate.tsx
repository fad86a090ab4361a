import { formatDate } from '@stagereel/contracts';
import type { DeliveryPromise } from '@stagereel/contracts/delivery-promise';
import { useEffect, useState } from 'react';

/** The promised delivery dates of an order placed now; null while the calendar is loading or when it fails to load. */
const useDeliveryPromise = (): DeliveryPromise | null => {
  const [promise, setPromise] = useState<DeliveryPromise | null>(null);
  useEffect(() => {
    let isOpen = true;
    // The table of Japanese holidays is large, so it is loaded after the screen.
    import('@stagereel/contracts/delivery-promise').then(
      ({ deliveryPromise }) => isOpen && setPromise(deliveryPromise(new Date())),
      (error) => console.warn('Delivery calendar failed to load', error),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  return promise;
};

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
