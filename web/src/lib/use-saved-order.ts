import { useEffect, useState } from 'react';
import { type CustomerData, type OrderData, onSavedElsewhere, savedData } from './saved-data.ts';
import { showToast } from './toast.ts';

const CHANGED = 'ご注文内容が別のタブで変更されました。最新の内容を表示しています。';

const isSame = (a: OrderData | null, b: OrderData | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The saved order, updated when another tab changes it, so that the customer pays for what is shown. Null redirects to the home page. */
export const useSavedOrder = (): OrderData | null => {
  const [order, setOrder] = useState(() => savedData.read('orderData'));
  useEffect(
    () =>
      onSavedElsewhere('orderData', () => {
        const saved = savedData.read('orderData');
        if (isSame(saved, order)) return;
        setOrder(saved);
        if (saved !== null) void showToast({ message: CHANGED });
      }),
    [order],
  );
  return order;
};

/** The saved customer when the page was opened. */
export const useSavedCustomer = (): CustomerData | null => useState(() => savedData.read('customerData'))[0];
