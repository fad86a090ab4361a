import type { paths } from '../../web/src/config/paths.ts';
import type { Visitor } from './visitors.ts';

/** The values of the demo data that paths contain. */
export type Facts = { contestSlug: string; contestId: string; orderNumber: string; downloadPath: string; statusPath: string };
type Paths = typeof paths;

export type ScreenRow = {
  visitor: Visitor;
  /** Fills in the path. Absent if the path has no parameters. */
  at?: (facts: Facts) => string;
  /** The title of the tab, without the shop's name. */
  title: string | ((facts: Facts) => string);
  /** A text that is visible once the page is complete. */
  shows: string | RegExp;
  /** The status of the page itself; by default 200. */
  status?: 200 | 404;
  /** A back-office page, without the header and footer of the shop. */
  isOffice?: true;
  /** The same page as the previous row under another path. Its appearance is checked only once. */
  isTwin?: true;
};

const dashboard = { isOffice: true, visitor: 'admin', title: '管理ダッシュボード', shows: /関東フィットネス選手権/ } as const;
const contestEdit = { isOffice: true, visitor: 'admin', title: '第12回 関東フィットネス選手権の編集', shows: '1人' } as const;
const orderForm = { visitor: 'guest', title: '第12回 関東フィットネス選手権の動画を購入', shows: '動画を追加' } as const;
const confirmation = { visitor: 'buyer', title: '注文内容の確認', shows: 'メール認証へ進む' } as const;
const privacy = { visitor: 'guest', title: 'プライバシーポリシー', shows: '運営責任者' } as const;

/** One row per path, with a visitor who may open it. The rules for every screen are checked on each. */
export const screens = {
  home: { visitor: 'guest', title: '', shows: '注文を開始する' },
  register: { visitor: 'guest', title: '会員登録', shows: '認証コードを送信' },
  registrationComplete: { visitor: 'guest', title: '会員登録のご案内', shows: 'ホームに戻る' },
  registrationSuccess: { visitor: 'member', title: '会員登録ありがとうございます', shows: '動画を探す' },
  login: { visitor: 'guest', title: 'ログイン', shows: 'パスワードをお忘れの方' },
  forgotPassword: { visitor: 'guest', title: 'パスワードの再設定', shows: '認証コードを送信' },
  verifyEmail: { visitor: 'guest', title: 'メールアドレスを確認できませんでした', shows: 'もう一度会員登録する' },
  orderForm: { ...orderForm, at: ({ contestSlug }) => `/order-form/${contestSlug}` },
  orderFormOld: { ...orderForm, isTwin: true, at: ({ contestSlug }) => `/order/${contestSlug}` },
  orderConfirmation: confirmation,
  orderConfirmationOld: { ...confirmation, isTwin: true },
  emailVerification: { visitor: 'buyer', title: 'メールアドレスの認証', shows: '認証して支払いへ進む' },
  payment: { visitor: 'payer', title: 'ご注文の最終確認', shows: 'カード番号' },
  paymentComplete: { visitor: 'owner', title: 'ご注文完了', shows: /^\d{8}$/ },
  orderStatus: { visitor: 'guest', at: ({ statusPath }) => statusPath, title: 'ご注文の状況', shows: /関東フィットネス選手権/ },
  orderLookup: { visitor: 'guest', title: 'ご注文の照会', shows: '注文番号' },
  receipt: {
    visitor: 'member',
    at: ({ orderNumber }) => `/receipt/${orderNumber}`,
    title: ({ orderNumber }) => `領収書 ${orderNumber}`,
    shows: '宛名',
  },
  downloadReceipt: { visitor: 'guest', at: ({ downloadPath }) => `${downloadPath}/receipt`, title: '領収書', shows: '宛名' },
  emailSupport: { visitor: 'guest', title: 'メールが届かないとき', shows: 'メールは正常に送信されています。' },
  purchaseHistory: { visitor: 'member', title: '購入履歴', shows: /関東フィットネス選手権/ },
  account: { visitor: 'member', title: 'アカウント', shows: '購入履歴を見る' },
  about: { visitor: 'guest', title: 'StageReelについて', shows: 'ご注文の流れ' },
  contact: { visitor: 'guest', title: 'お問い合わせ', shows: '運営責任者' },
  terms: { visitor: 'guest', title: '利用規約', shows: /^最終改定日：/ },
  privacy,
  privacyPolicy: { ...privacy, isTwin: true },
  personalData: { visitor: 'guest', title: '個人情報の開示・消去', shows: '開示を申し込む' },
  legalNotice: { visitor: 'guest', title: '特定商取引法に基づく表記', shows: '運営責任者' },
  download: { visitor: 'guest', at: ({ downloadPath }) => downloadPath, title: '動画のダウンロード', shows: /関東フィットネス選手権/ },
  print: {
    visitor: 'guest',
    at: ({ contestSlug }) => `/print/${contestSlug}`,
    title: '第12回 関東フィットネス選手権の印刷物',
    shows: '印刷する',
  },

  adminLogin: { isOffice: true, visitor: 'guest', title: '管理者ログイン', shows: 'ログイン' },
  adminTwoFactor: { isOffice: true, visitor: 'halfAdmin', title: '二段階認証', shows: /に送信された6桁の認証コードを入力してください。/ },
  // A link that is not known.
  adminInvitation: {
    isOffice: true,
    visitor: 'guest',
    at: () => '/admin-invitation/unknown',
    title: '管理者への招待',
    shows: '招待を開けませんでした',
  },
  admin: dashboard,
  dashboard: { ...dashboard, isTwin: true },
  // Filtered to one athlete, because axe takes half a minute for forty equal rows.
  adminContest: { ...contestEdit, at: ({ contestId }) => `/admin/contest/${contestId}?q=001` },
  contestEdit: { ...contestEdit, isTwin: true, at: ({ contestId }) => `/contest-edit/${contestId}?q=001` },
  adminTwoFactorSetup: { isOffice: true, visitor: 'admin', title: '二段階認証の設定', shows: '2. QRコードを読み取る' },
  adminSecurity: { isOffice: true, visitor: 'admin', title: 'セキュリティ監視', shows: 'リスク評価' },
} satisfies Record<keyof Paths, ScreenRow>;

/** The page for every other path. */
export const notFound = {
  visitor: 'guest',
  at: () => '/no/such/page',
  status: 404,
  title: 'ページが見つかりません',
  shows: '404',
} satisfies ScreenRow;
