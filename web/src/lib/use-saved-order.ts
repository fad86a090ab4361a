import { useState } from 'react';
import type { CustomerData, OrderData } from './storage.ts';
import { savedData } from './storage.ts';

/** The saved order as the page found it when it opened; null sends the visitor home. */
export const useSavedOrder = (): OrderData | null => useState(() => savedData.read('orderData'))[0];

export const useSavedCustomer = (): CustomerData | null => useState(() => savedData.read('customerData'))[0];
