import { Stack, Text } from '@mantine/core';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { QrCode } from '../../../components/ui/qr-code.tsx';
import styles from './other-device-card.module.css';

/** The way to the same page on another device, before the button is pressed here. */
export const OtherDeviceCard = () => {
  const address = `${window.location.origin}${window.location.pathname}`;
  return (
    <DataCard title="別の端末で受け取る">
      <div className={styles.ways}>
        <QrCode text={address} label="このページを開くQRコード" />
        <Stack gap="sm" className={styles.text}>
          <Text size="sm">動画を保存したい端末のカメラでQRコードを読み取ると、このページが開きます。</Text>
          <Text size="sm">
            動画は、最初に「ダウンロード」を押したブラウザでのみ受け取れます。別の端末で受け取る場合は、この端末ではボタンを押さないでください。
          </Text>
          <CopyField label="このページのアドレス" text={address} />
        </Stack>
      </div>
    </DataCard>
  );
};
