import type { TwoFactorMethod } from '@stagereel/contracts';

/** Messages of successful responses. Error messages are in the error catalogue of contracts. */
export const texts = {
  codeSent: '認証コードをメールで送信しました。メールをご確認ください。',
  secondStep: '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。',
  authenticatorStep: '認証アプリに表示されている6桁のコードを入力してください。',
  authenticatorSet: '認証アプリによる二段階認証を設定しました。',
  registrationMailSent: '入力されたメールアドレスにメールを送信しました。メールの案内に沿って、会員登録を完了してください。',
  registered: 'アカウントを作成しました。ログインしてご利用ください。',
  personalDataMailSent: '入力されたメールアドレスに、お手続き用のリンクをお送りしました。メールをご確認ください。',
  personalDataErased: '個人情報の消去を受け付けました。',
  signedIn: 'ログインしました。',
  passwordChanged: 'パスワードを変更しました。',
  invitationAccepted: '管理者として登録しました。設定したパスワードでログインしてください。',
  passwordReset: 'パスワードを再設定しました。新しいパスワードでログインしてください。',
} as const;

export const secondStepText = (methods: readonly TwoFactorMethod[]): string =>
  methods.includes('authenticator') ? texts.authenticatorStep : texts.secondStep;
