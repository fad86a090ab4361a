import type { UserEntry } from '@stagereel/contracts';

/** A customer's account in the list of the back office, with the given changes. Its id is the address. */
export const buildUserEntry = (email: string, changes: Partial<UserEntry> = {}): UserEntry => ({
  id: email,
  username: email,
  email,
  name: null,
  isAdmin: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastLoginAt: null,
  ...changes,
});
