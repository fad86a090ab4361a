import { Alert, Button, Text } from '@mantine/core';
import { IconExternalLink, IconInfoCircle } from '@tabler/icons-react';
import { inAppBrowserOf, outsideLine } from '../model/in-app-browser.ts';

/** For who opened the page inside another app: most of these cannot save a file, and a claim made there holds nowhere else. */
export const InAppNotice = () => {
  const app = inAppBrowserOf(navigator.userAgent);
  if (app === null) return null;
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />} title={`${app}のアプリ内で開いています`}>
      <Text>
        アプリ内の画面では、動画を保存できないことがあります。「ダウンロード」を押す前に、SafariやChromeなどのブラウザでこのページを開いてください。
      </Text>
      {app === 'LINE' ? (
        <Button
          component="a"
          href={outsideLine(window.location.href)}
          mt="sm"
          variant="default"
          leftSection={<IconExternalLink size={20} aria-hidden />}
        >
          ブラウザで開く
        </Button>
      ) : (
        <Text mt="xs">画面のメニュー（…）から「ブラウザで開く」を選ぶか、下のアドレスをコピーしてブラウザに貼り付けてください。</Text>
      )}
    </Alert>
  );
};
