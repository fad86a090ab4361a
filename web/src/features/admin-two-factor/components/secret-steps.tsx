import { Stack, Text, Title } from '@mantine/core';
import { MINUTE, TWO_FACTOR_SETUP_SECONDS, type TwoFactorSetup } from '@stagereel/contracts';
import { useEffect, useRef } from 'react';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { groupSecret } from '../lib/group-secret.ts';
import styles from './secret-steps.module.css';

type Props = {
  setup: TwoFactorSetup;
  /** When it replaces an expired secret, it takes the focus. */
  isRenewed: boolean;
};

/** The secret as a QR code and as text. */
export const SecretSteps = ({ setup: { qrCode, secret }, isRenewed }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isRenewed) heading.current?.focus();
  }, [isRenewed]);

  return (
    <Stack gap="lg">
      <section>
        <Title order={2} size="h3">
          1. 認証アプリを用意する
        </Title>
        <Text size="sm" mt={4}>
          スマートフォンに、Google Authenticator や Microsoft Authenticator などの認証アプリをインストールします。
        </Text>
      </section>
      <section>
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          2. QRコードを読み取る
        </Title>
        <Text size="sm" mt={4}>
          認証アプリでこのQRコードを読み取ります。有効期限は、表示から{TWO_FACTOR_SETUP_SECONDS / MINUTE}分です。
        </Text>
        <div className={styles.code}>
          <img src={qrCode} alt="認証アプリで読み取るQRコード" width={200} height={200} />
        </div>
        <Text size="sm" mb="xs">
          読み取れない場合は、次のシークレットキーを認証アプリに入力してください。
        </Text>
        <CopyField label="シークレットキー" text={secret} shown={groupSecret(secret)} />
      </section>
    </Stack>
  );
};
