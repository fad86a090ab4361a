import { Alert, Anchor, Container } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths.ts';
import { shopInfoQuery } from '../../lib/shop-info.ts';

const VARIABLES = ['SELLER_NAME', 'SELLER_REPRESENTATIVE', 'SELLER_ADDRESS', 'SELLER_PHONE', 'SELLER_EMAIL'] as const;

/** Stands on every page of the back office as long as customers read an invented seller. */
export const ExampleSellerWarning = () => {
  const { data } = useQuery(shopInfoQuery());
  if (!data?.isExample) return null;
  return (
    <Container size="xl" pt="md">
      <Alert role="status" color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title="販売者の情報が設定されていません">
        <Anchor href={paths.legalNotice.to()} target="_blank" rel="noopener" inherit>
          特定商取引法に基づく表記（新しいタブで開きます）
        </Anchor>
        などのお客様向けのページに、見本の販売者情報が表示されています。販売を始める前に、ordersサービスの環境変数{' '}
        {VARIABLES.map((name, index) => (
          <span key={name}>
            {index > 0 && '、'}
            <code>{name}</code>
          </span>
        ))}{' '}
        を、すべて設定してください。
      </Alert>
    </Container>
  );
};
