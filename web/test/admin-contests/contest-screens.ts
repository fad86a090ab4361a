import { expect } from '@jest/globals';
import type { Contest } from '@stagereel/contracts';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildContest } from '../../src/testing/build-contest.ts';
import { asAdmin, json, openPage } from '../../src/testing/open-page.tsx';

/** Opens the edit screen of contest `c1` with an empty list of everything that belongs to it. */
export const openEditScreen = ({
  search = '',
  contest = buildContest(),
  given = {},
}: {
  search?: string;
  contest?: Contest;
  given?: Parameters<typeof openPage>[1];
} = {}) =>
  openPage(`/admin/contest/c1${search}`, {
    ...asAdmin(),
    'GET /api/contests/c1': () => json(contest),
    'GET /api/contests/c1/athletes': () => json([]),
    'GET /api/contests/c1/categories': () => json([]),
    'GET /api/contests/c1/media': () => json([]),
    ...given,
  });

/** Waits for the title and text of a toast, then closes it: it would still be open in the next test. */
export const expectToastAndClose = async (user: UserEvent, { title, text }: { title: string; text: string }): Promise<void> => {
  const closeButton = () => screen.getByRole('button', { name: '通知を閉じる' });
  await waitFor(() => {
    const card = closeButton().closest('[role=alert], [role=status]');
    expect(card).toHaveTextContent(title);
    expect(card).toHaveTextContent(text);
  });
  await user.click(closeButton());
};
