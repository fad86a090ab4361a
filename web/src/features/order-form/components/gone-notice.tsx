import { Alert, List } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { DraftItem } from '../../../lib/storage.ts';

/** Names what was chosen and went off sale since: a form of many videos is longer than a screen. */
export const GoneNotice = ({ gone }: { gone: readonly { item: DraftItem; position: number }[] }) => {
  if (gone.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title="現在ご注文いただけない動画があります。別の動画を選択するか、削除してください。"
    >
      <List size="sm">
        {gone.map(({ item, position }) => (
          <List.Item key={item.id}>
            動画{position}：{item.category} ゼッケン番号{item.athleteNumber} {item.videoStyle}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};
