import type { DeliveryPromise } from '@stagereel/contracts/delivery-promise';
import { useEffect, useState } from 'react';

/** The dates promised for an order of this moment; null while the calendar is loading, and without it. */
export const useDeliveryPromise = (): DeliveryPromise | null => {
  const [promise, setPromise] = useState<DeliveryPromise | null>(null);
  useEffect(() => {
    let isOpen = true;
    // The holidays of Japan are a large table, and no screen waits for them.
    import('@stagereel/contracts/delivery-promise').then(
      ({ deliveryPromise }) => isOpen && setPromise(deliveryPromise(new Date())),
      (error) => console.warn('calendar was not loaded', error),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  return promise;
};
