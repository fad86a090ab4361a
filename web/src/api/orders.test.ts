import { afterEach, expect, test } from '@jest/globals';
import type { CustomerLine } from '@stagereel/contracts';
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../lib/query-client.ts';
import { serveDuringTests } from '../testing/serve-during-tests.ts';
import { userOrdersQuery } from './orders.ts';

const serve = serveDuringTests();
let close: () => void;
afterEach(() => close());

/** The real query, observed as a page does, on a server that returns no orders. */
const openHistory = async () => {
  const server = await serve(() => ({ body: '[]' }));
  const client = createQueryClient();
  client.mount();
  const observer = new QueryObserver<CustomerLine[]>(client, { ...userOrdersQuery(), queryKey: [`${server.url}/api/user/orders`] });
  close = () => {
    client.unmount();
    focusManager.setFocused(undefined);
  };
  /** Shows the page until the list has been fetched; it stays open until `leave`. */
  const show = () =>
    new Promise<{ leave: () => void }>((resolve) => {
      const leave = observer.subscribe(({ isSuccess, fetchStatus }) => {
        if (isSuccess && fetchStatus === 'idle') resolve({ leave });
      });
    });
  const nextFetch = () =>
    new Promise<void>((resolve) => {
      let isFetching = false;
      const stop = observer.subscribe(({ fetchStatus }) => {
        if (isFetching && fetchStatus === 'idle') {
          stop();
          resolve();
        }
        isFetching ||= fetchStatus === 'fetching';
      });
    });
  return { server, observer, show, nextFetch };
};

test('when the purchase history is opened again at once, it is requested again', async () => {
  const { server, show } = await openHistory();
  (await show()).leave();
  (await show()).leave();
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/user/orders', 'GET /api/user/orders']);
});

test('when its window gets the focus again, it is requested again, because the data is never fresh', async () => {
  const { server, observer, show, nextFetch } = await openHistory();
  const page = await show();
  expect(observer.getCurrentResult().isStale).toBe(true);
  focusManager.setFocused(false);
  const fetched = nextFetch();
  focusManager.setFocused(true);
  await fetched;
  page.leave();
  expect(server.requests).toHaveLength(2);
});
