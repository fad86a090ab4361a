import { List } from '@mantine/core';
import { CODE_LIFETIME_SECONDS, MINUTE } from '@stagereel/contracts';
import type { ReactNode } from 'react';

/** Help for customers who wait for a code. */
export const MailHelp = ({ children }: { children?: ReactNode }) => (
  <List size="sm" c="dimmed" spacing={4}>
    <List.Item>認証コードの有効期限は、送信から{CODE_LIFETIME_SECONDS / MINUTE}分です。</List.Item>
    <List.Item>メールが届くまで5〜10分ほどかかることがあります。</List.Item>
    <List.Item>届かない場合は、迷惑メールフォルダもご確認ください。</List.Item>
    {children}
  </List>
);
