import { useEffect, useState } from 'react';
import { onSavedElsewhere } from './on-saved-elsewhere.ts';
import type { CustomerData, OrderData } from './storage.ts';
import { savedData } from './storage.ts';
import { showToast } from './toast.ts';

const CHANGED = 'ご注文内容が別のタブで変更されました。最新の内容を表示しています。';

const isSame = (a: OrderData | null, b: OrderData | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The saved order, also when another tab changes it: what is shown is what will be paid. Null sends the visitor home. */
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

/** The saved customer as the page found them when it opened. */
export const useSavedCustomer = (): CustomerData | null => useState(() => savedData.read('customerData'))[0];
