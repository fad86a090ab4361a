import { expect, test } from '@jest/globals';
import { QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../lib/query-client.ts';
import { refocus } from '../testing/refocus.ts';
import { serveDuringTests } from '../testing/serve-during-tests.ts';
import { usersQuery } from './users.ts';

const serve = serveDuringTests();

test('when the accounts were just fetched, opening the list and focusing the window fetch them again (admin 7.39, 9.20)', async () => {
  const server = await serve(() => ({ body: '[]' }));
  // The real query, sent to the test's server.
  const query = { ...usersQuery(), queryKey: [`${server.url}/api/users`] as const };
  const client = createQueryClient();
  client.mount();
  await client.fetchQuery(query);
  await client.fetchQuery(query);
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/users', '/api/users']);

  const stop = new QueryObserver(client, { ...query, refetchOnMount: false }).subscribe(() => undefined);
  expect(client.getQueryState(query.queryKey)?.fetchStatus).toBe('idle');
  await refocus(client);
  expect(client.getQueryState(query.queryKey)?.fetchStatus).toBe('fetching');
  stop();
  client.unmount();
});
