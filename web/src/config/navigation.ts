import { paths } from './paths.ts';

export type NavigationEntry = { label: string; to: string };

/** Entries appear in header and footer as their pages come to be. */
export const headerMenu: readonly NavigationEntry[] = [];
export const guestMenu: readonly NavigationEntry[] = [];
export const memberMenu: readonly NavigationEntry[] = [];
export const footerLinks: readonly NavigationEntry[] = [];

export const site = {
  name: 'StageReel',
  reading: 'ステージリール',
  home: paths.home.to(),
  copyright: '© 2025 StageReel',
} as const;
