import { paths } from './paths.ts';

export type NavigationEntry = { label: string; to: string };

/** Links in the header. */
export const headerMenu: readonly NavigationEntry[] = [
  { label: 'ご注文の照会', to: paths.orderLookup.to() },
  { label: 'お問い合わせ', to: paths.contact.to() },
];
export const guestMenu: readonly NavigationEntry[] = [
  { label: '会員登録', to: paths.register.to() },
  { label: 'ログイン', to: paths.login.to() },
];
export const memberMenu: readonly NavigationEntry[] = [
  { label: 'アカウント', to: paths.account.to() },
  { label: '購入履歴', to: paths.purchaseHistory.to() },
];
/** Links about the seller and the terms. */
export const footerLinks: readonly NavigationEntry[] = [
  { label: 'StageReelについて', to: paths.about.to() },
  { label: '特定商取引法に基づく表記', to: paths.legalNotice.to() },
  { label: 'プライバシーポリシー', to: paths.privacy.to() },
  { label: '利用規約', to: paths.terms.to() },
  { label: 'お問い合わせ', to: paths.contact.to() },
];
/** Links to help for customers. */
export const supportLinks: readonly NavigationEntry[] = [
  { label: 'ご注文の照会', to: paths.orderLookup.to() },
  { label: 'メールが届かないとき', to: paths.emailSupport.to() },
];

export const site = {
  name: 'StageReel',
  reading: 'ステージリール',
  home: paths.home.to(),
  copyright: '© 2025 StageReel',
} as const;
