import { List, Text } from '@mantine/core';
import { type Device, deviceOf } from '../lib/device.ts';
import { Collapsible } from './collapsible.tsx';

const IphoneSteps = () => (
  <List type="ordered" size="sm" spacing={4}>
    <List.Item>Safariで「ダウンロード」を押し、確認の画面でもう一度「ダウンロード」を選びます。</List.Item>
    <List.Item>アドレスバーの近くに出る矢印（ダウンロード）を押し、保存された動画を開きます。</List.Item>
    <List.Item>共有ボタン（四角から上向きの矢印）を押し、「ビデオを保存」を選ぶと、「写真」に入ります。</List.Item>
  </List>
);

const AndroidText = () => (
  <Text size="sm">動画は端末の「ダウンロード」フォルダーに保存されます。「フォト」や「Files」アプリから見られます。</Text>
);

const hints = [
  { device: 'ios', title: 'iPhone・iPadの「写真」に保存するには', Content: IphoneSteps },
  { device: 'android', title: 'Androidで保存した動画を見るには', Content: AndroidText },
] as const satisfies readonly { device: Device; title: string; Content: () => React.ReactNode }[];

/** How a phone keeps a downloaded video. The hint for this device comes first and is open. */
export const SaveHints = () => {
  const device = deviceOf(navigator);
  const ordered = [...hints].sort((one, other) => Number(other.device === device) - Number(one.device === device));
  return ordered.map(({ device: of, title, Content }) => (
    <Collapsible key={of} title={title} isOpen={of === device}>
      <Content />
    </Collapsible>
  ));
};
