import { CODE_LIFETIME_SECONDS, type CodePurpose, codeMailSubjects, codeRequested, formatDateTime, MINUTE } from '@stagereel/contracts';
import { defineMail } from './mail.ts';

type PurposeTexts = { heading: string; intro: string; unexpected: string };

const PASSWORD_MAY_BE_KNOWN =
  'このメールに心当たりがない場合は、パスワードが第三者に知られているおそれがあります。コードを誰にも伝えず、すぐにパスワードを変更してください。';

const texts: Record<CodePurpose, PurposeTexts> = {
  order: {
    heading: '認証コードのお知らせ',
    intro:
      'StageReel（ステージリール）をご利用いただき、ありがとうございます。お手続きを続けるには、次の認証コードを画面に入力してください。',
    unexpected: 'このメールに心当たりがない場合は、何もせずに破棄してください。コードが入力されないかぎり、手続きは進みません。',
  },
  registration: {
    heading: '会員登録の認証コード',
    intro: 'StageReel（ステージリール）へのご登録、ありがとうございます。会員登録を完了するには、次の認証コードを画面に入力してください。',
    unexpected: 'このメールに心当たりがない場合は、何もせずに破棄してください。コードが入力されないかぎり、登録は完了しません。',
  },
  'sign-in': {
    heading: 'ログインの認証コード',
    intro: 'ログインを完了するには、次の認証コードを画面に入力してください。',
    unexpected: PASSWORD_MAY_BE_KNOWN,
  },
  'admin-sign-in': {
    heading: '管理画面ログインの認証コード',
    intro: '管理画面へのログインを完了するには、次の認証コードを画面に入力してください。',
    unexpected: PASSWORD_MAY_BE_KNOWN,
  },
  'password-change': {
    heading: 'パスワード変更の認証コード',
    intro: 'パスワードを変更するには、次の認証コードを画面に入力してください。',
    unexpected:
      'このメールに心当たりがない場合は、第三者がお客様のアカウントを操作しているおそれがあります。コードを誰にも伝えず、ログイン画面からパスワードを再設定してください。',
  },
  'password-reset': {
    heading: 'パスワード再設定の認証コード',
    intro: 'パスワードを再設定するには、次の認証コードを画面に入力してください。',
    unexpected: 'このメールに心当たりがない場合は、何もせずに破棄してください。コードが入力されないかぎり、パスワードは変わりません。',
  },
};

const sample = (purpose: CodePurpose) => ({
  purpose,
  email: 'hanako@example.jp',
  code: '048213',
  expiresAt: '2026-11-20T09:10:00.000Z',
});

/** A six-digit code. Subject and preview do not contain it, so that a locked screen does not show it. */
export const codeMail = defineMail({
  template: 'code',
  event: codeRequested,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  subject: ({ purpose }) => codeMailSubjects[purpose],
  content: ({ data: { purpose, code, expiresAt } }) => ({
    preview: texts[purpose].intro,
    heading: texts[purpose].heading,
    blocks: [
      { kind: 'paragraph', text: texts[purpose].intro },
      { kind: 'code', label: '認証コード', code },
      { kind: 'paragraph', text: `有効期限は ${formatDateTime(expiresAt)}（発行から${CODE_LIFETIME_SECONDS / MINUTE}分間）です。` },
      {
        kind: 'notes',
        heading: 'ご注意',
        notes: [
          '有効期限を過ぎた場合は、画面から新しいコードを取得してください。新しいコードを取得すると、以前のコードは使えなくなります。',
          '認証コードは誰にも教えないでください。StageReelの担当者がコードをお尋ねすることはありません。',
          texts[purpose].unexpected,
        ],
      },
    ],
  }),
  samples: {
    order: sample('order'),
    registration: sample('registration'),
    'sign-in': sample('sign-in'),
    'admin-sign-in': sample('admin-sign-in'),
    'password-change': sample('password-change'),
    'password-reset': sample('password-reset'),
  },
});
