import type { UserEntry } from '@stagereel/contracts';

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Whose accounts are shown; anything else in the address counts as everybody. */
export const roles = [
  { value: '', label: 'すべて' },
  { value: 'admin', label: '管理者' },
  { value: 'general', label: '一般' },
] as const;
export type Role = (typeof roles)[number]['value'];

export const roleOf = (text: string): Role => roles.find(({ value }) => value === text)?.value ?? '';

/** Whether the account is looked for: by a part of its address or name, full-width or not, and by what it may do. */
export const matchesUser = (user: UserEntry, { search, role }: { search: string; role: Role }): boolean => {
  const needle = plain(search);
  const isOfRole = role === '' || user.isAdmin === (role === 'admin');
  return isOfRole && [user.email, user.username, user.name ?? ''].some((text) => plain(text).includes(needle));
};
