import { Text } from '@mantine/core';

type Props = { email: string; isMailed: boolean; hasAuthenticator: boolean };

/** Where the code is to be found. */
export const SecondStepLead = ({ email, isMailed, hasAuthenticator }: Props) =>
  isMailed ? (
    <Text>
      <strong>{email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
      {hasAuthenticator && '認証アプリのコードも引き続き使えます。'}
    </Text>
  ) : (
    <Text>認証アプリに表示されている6桁の認証コードを入力してください。</Text>
  );
