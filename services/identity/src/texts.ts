/** What identity tells the user where nothing went wrong; the texts of errors stand in the catalogue of contracts. */
export const texts = {
  codeSent: '認証コードをメールで送信しました。メールをご確認ください。',
  secondStep: '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。',
  registrationMailSent: '入力されたメールアドレスにメールを送信しました。メールの案内に沿って、会員登録を完了してください。',
  registered: 'アカウントを作成しました。ログインしてご利用ください。',
  signedIn: 'ログインしました。',
  passwordChanged: 'パスワードを変更しました。',
  passwordReset: 'パスワードを再設定しました。新しいパスワードでログインしてください。',
} as const;
