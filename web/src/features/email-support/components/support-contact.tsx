import { Button, Stack, Text } from '@mantine/core';
import type { Seller } from '@stagereel/contracts';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { WithSeller } from '../../../components/shop/with-seller.tsx';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { mailText, mailtoHref } from '../../../lib/mail-links.ts';
import { savedData } from '../../../lib/storage.ts';
import type { Attempt } from '../model/support-mail.ts';
import { supportMailTo } from '../model/support-mail.ts';
import styles from './support-contact.module.css';

/** Who waits for a mail: somebody who registers, else somebody who orders. */
const savedAttempt = (): Attempt => savedData.read('pendingRegistration') ?? savedData.read('customerData');

const SupportMail = ({ seller }: { seller: Seller }) => {
  const [attempt] = useState(savedAttempt);
  const draft = supportMailTo(seller.email, attempt);
  return (
    <Stack gap="md">
      <Button component="a" href={mailtoHref(draft)} leftSection={<IconMail size={20} aria-hidden />}>
        サポートにメールを送る
      </Button>
      <Text size="sm" c="dimmed">
        メールアプリが開かない場合は、次のアドレスに、以下の内容をお書きのうえお送りください。
      </Text>
      <CopyField label="サポートのメールアドレス" text={draft.to} />
      <pre className={styles.draft}>{mailText(draft)}</pre>
    </Stack>
  );
};

/** The last resort: a mail to the support, drafted with what was tried. */
export const SupportContact = () => (
  <DataCard title="解決しないとき">
    <Stack gap="md">
      <Text>お調べしますので、サポートまでご連絡ください。受信できる別のメールアドレスがあれば、そのアドレスからお送りください。</Text>
      <WithSeller>{(seller) => <SupportMail seller={seller} />}</WithSeller>
    </Stack>
  </DataCard>
);
