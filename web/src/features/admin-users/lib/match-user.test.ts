import { describe, expect, test } from '@jest/globals';
import type { UserEntry } from '@stagereel/contracts';
import { matchesUser, roleOf } from './match-user.ts';

const user: UserEntry = {
  id: 'u1',
  username: 'hanako@example.jp',
  email: 'hanako@example.jp',
  name: '山田 花子',
  isAdmin: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastLoginAt: null,
};

describe('user search', () => {
  test.each(['', ' ', 'HANAKO', 'ｈａｎａｋｏ', '花子', 'example.jp'])('when the search is %j, the user is found', (search) => {
    expect(matchesUser(user, { search, role: '' })).toBe(true);
  });

  test('when the search is another text, the user is not found', () => {
    expect(matchesUser(user, { search: '太郎', role: '' })).toBe(false);
  });

  test('when only admins are shown, customers are not found', () => {
    expect([matchesUser(user, { search: '', role: 'admin' }), matchesUser(user, { search: '', role: 'general' })]).toEqual([false, true]);
  });

  test('when the address contains no role, all users are shown', () => {
    expect([roleOf('admin'), roleOf('owner')]).toEqual(['admin', '']);
  });
});
