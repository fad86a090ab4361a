import { Anchor, Button, Group } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { shopInfoQuery } from '../../../api/shop.ts';
import { paths } from '../../../config/paths.ts';
import { type MailDraft, mailtoHref } from '../../../lib/mail-links.ts';
import type { DownloadLine } from '../lib/line-view.ts';
import styles from './download-line.module.css';

type Props = { orderNumber: string; line: DownloadLine };

/** A mail draft with what support needs to allow another download. */
const helpMail = ({ to, orderNumber, line }: Props & { to: string }): MailDraft => ({
  to,
  subject: `【StageReel】動画のダウンロードについて（注文番号 ${orderNumber}）`,
  lines: [
    `注文番号：${orderNumber}`,
    `動画：${line.contestName} ${line.category} ${line.athleteNumber} ${line.style}（${line.id}）`,
    'お使いの端末とブラウザ：',
    'お困りの内容：',
    '',
  ],
});

/** Ways to ask for help with a video that cannot be downloaded any more. */
export const DownloadHelp = ({ orderNumber, line }: Props) => {
  const { data } = useQuery(shopInfoQuery());
  return (
    <Group gap="sm">
      {data && (
        <Button
          component="a"
          variant="default"
          href={mailtoHref(helpMail({ to: data.seller.email, orderNumber, line }))}
          leftSection={<IconMail size={20} aria-hidden />}
        >
          メールで相談する
        </Button>
      )}
      <Anchor component={Link} to={paths.contact.to()} className={styles.contact}>
        お問い合わせ
      </Anchor>
    </Group>
  );
};
