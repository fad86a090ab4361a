import type { UserEntry } from '@stagereel/contracts';

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** The role filter; any other value in the address means all. */
export const roles = [
  { value: '', label: 'すべて' },
  { value: 'admin', label: '管理者' },
  { value: 'general', label: '一般' },
] as const;
export type Role = (typeof roles)[number]['value'];

export const roleOf = (text: string): Role => roles.find(({ value }) => value === text)?.value ?? '';

/** Whether the account matches the search by address or name, in full or half width, and the role. */
export const matchesUser = (user: UserEntry, { search, role }: { search: string; role: Role }): boolean => {
  const needle = plain(search);
  const isOfRole = role === '' || user.isAdmin === (role === 'admin');
  return isOfRole && [user.email, user.username, user.name ?? ''].some((text) => plain(text).includes(needle));
};
