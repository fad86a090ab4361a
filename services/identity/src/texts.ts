/** What identity tells the user where nothing went wrong; the texts of errors stand in the catalogue of contracts. */
export const texts = {
  codeSent: '認証コードをメールで送信しました。メールをご確認ください。',
  secondStep: '認証コードをメールで送信しました。メールに記載の6桁のコードを入力してください。',
  signedIn: 'ログインしました。',
  passwordChanged: 'パスワードを変更しました。',
  passwordReset: 'パスワードを再設定しました。新しいパスワードでログインしてください。',
} as const;
