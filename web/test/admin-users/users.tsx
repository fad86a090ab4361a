import { screen } from '@testing-library/react';
import { buildUserEntry } from '../../src/testing/build-user-entry.ts';
import { asAdmin, json, openPage, type Responder } from '../../src/testing/open-page.tsx';

export const USERS = 'GET /api/users';
/** The signed-in admin. */
export const ADMIN = 'admin@example.jp';
export const MEMBER = 'hanako@example.jp';

export const users = [
  buildUserEntry(MEMBER, { name: '名簿 花子', lastLoginAt: '2026-11-21T00:30:00.000Z' }),
  buildUserEntry('jiro@example.jp'),
  buildUserEntry(ADMIN, { isAdmin: true }),
];

export const listWithout =
  (email: string): Responder =>
  () =>
    json(users.filter((user) => user.email !== email));

export const openUsers = (search = '', given: Record<string, Responder> = {}) =>
  openPage(`/admin?tab=users${search}`, { ...asAdmin(), [USERS]: () => json(users), ...given });

export const findCard = (email: string) => screen.findByRole('article', { name: email });
