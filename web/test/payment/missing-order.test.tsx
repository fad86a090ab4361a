import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../src/testing/open-page.tsx';

const PAGES = ['/order-confirmation', '/order-confirmation-old', '/email-verification', '/payment', '/payment-complete'];
const NAMES = ['orderData', 'customerData', 'paymentAttempt', 'completedOrder'];

test.each(PAGES.flatMap((path) => [undefined, '{broken', '{"items":[]}'].map((saved) => ({ path, saved }))))(
  'when $path is opened and the browser has saved $saved as the order, then the home page opens',
  async ({ path, saved }) => {
    if (saved !== undefined) for (const name of NAMES) window.localStorage.setItem(`stagereel.${name}`, saved);
    openPage(path);
    expect(await screen.findByRole('heading', { level: 1, name: '動画を販売中の大会' })).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  },
);
