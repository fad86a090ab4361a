import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import type { Seller } from '@stagereel/contracts';
import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { SellerDetails } from '../../../components/shop/seller-details.tsx';
import { WithSeller } from '../../../components/shop/with-seller.tsx';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { paths } from '../../../config/paths.ts';
import { type MailDraft, mailtoHref } from '../../../lib/mail-links.ts';

/** A mail draft that asks for the details that support needs. */
const inquiryTo = (to: string): MailDraft => ({
  to,
  subject: '【StageReel】お問い合わせ',
  lines: [
    'サービス名：StageReel（ステージリール）',
    'お名前またはニックネーム：',
    'ご注文の内容（注文番号など）、またはゼッケン番号：',
    'お問い合わせの内容：',
    '',
  ],
});

const Address = ({ seller }: { seller: Seller }) => (
  <Stack gap="md">
    <Text>お問い合わせは、メールでお受けしています。</Text>
    <CopyField label="サポートのメールアドレス" text={seller.email} />
    <Button component="a" href={mailtoHref(inquiryTo(seller.email))} leftSection={<IconMail size={20} aria-hidden />}>
      メールで問い合わせる
    </Button>
  </Stack>
);

/** How to contact the shop. */
export const ContactGuide = () => (
  <>
    <DataCard title="お問い合わせ先">
      <WithSeller>{(seller) => <Address seller={seller} />}</WithSeller>
    </DataCard>
    <DataCard title="メールにお書きいただきたいこと">
      <List spacing="xs">
        <List.Item>お名前またはニックネーム</List.Item>
        <List.Item>ご注文の内容（注文番号など）、またはゼッケン番号</List.Item>
        <List.Item>お問い合わせの内容</List.Item>
        <List.Item>サービス名（StageReel）</List.Item>
      </List>
      <Text mt="sm" size="sm" c="dimmed">
        カード番号、パスワード、認証コードは、お書きにならないでください。当店からお尋ねすることもありません。
      </Text>
    </DataCard>
    <DataCard title="返信が届かないとき">
      <Text>
        当店からの返信が、迷惑メールフォルダに振り分けられることがあります。数日たっても返信がない場合は、迷惑メールフォルダをご確認ください。受信設定については、
        <Anchor component={Link} to={paths.emailSupport.to()}>
          メールが届かないとき
        </Anchor>
        をご覧ください。
      </Text>
    </DataCard>
    <DataCard title="ご注文の内容を確認したいとき">
      <Text>
        ご注文の内容とダウンロードページは、
        <Anchor component={Link} to={paths.orderLookup.to()}>
          ご注文の照会
        </Anchor>
        で、注文番号とメールアドレスから確認できます。
      </Text>
    </DataCard>
    <DataCard title="運営者情報">
      <SellerDetails />
      <Text mt="md">
        販売条件は、
        <Anchor component={Link} to={paths.legalNotice.to()}>
          特定商取引法に基づく表記
        </Anchor>
        に記載しています。
      </Text>
    </DataCard>
  </>
);
