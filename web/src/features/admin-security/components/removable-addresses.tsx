import { Button, Stack, Text } from '@mantine/core';
import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { type AddressKind, useRemoveAddress } from '../../../api/security.ts';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

type LiftTexts = { done: string; failed: string };
type Options = { kind: AddressKind; texts: LiftTexts; onLifted: () => void };

/** Removes an address from its list and shows the result. */
const useAddressLift = ({ kind, texts: { done, failed }, onLifted }: Options) => {
  const [failure, setFailure] = useState<string | null>(null);
  const mutation = useRemoveAddress({
    kind,
    onRemoved: (address) => {
      void showToast({ title: done, message: address, tone: 'success' });
      onLifted();
    },
    onFailed: (address, error) => {
      const reason = userMessageOf(error, 'もう一度お試しください。');
      setFailure(`${failed}（${address}）：${reason}`);
      void showToast({ title: failed, message: reason, tone: 'error' });
    },
  });

  const lift = (address: string) => {
    if (mutation.isPending) return;
    setFailure(null);
    mutation.mutate(address);
  };

  return { failure, liftingAddress: mutation.isPending ? mutation.variables : null, lift };
};

type Texts = LiftTexts & { title: string; empty: string; act: string; question: string /** Follows the address. */; effect: string };
type Props<Row> = { kind: AddressKind; addresses: readonly Row[]; columns: readonly Column<Row>[]; texts: Texts };

/** A list of addresses that can be removed after a confirmation. */
const LiftableAddresses = <Row extends { address: string }>({ kind, addresses, columns, texts }: Props<Row>) => {
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The removed row contained the focused button.
  const { failure, liftingAddress, lift } = useAddressLift({ kind, texts, onLifted: () => list.current?.focus() });

  const act = ({ address }: Row) => (
    <Button
      variant="default"
      size="sm"
      h={44}
      aria-label={`${address} の${texts.act}`}
      onClick={() => setAsked(address)}
      loading={liftingAddress === address}
    >
      {texts.act}
    </Button>
  );

  return (
    <DataCard title={texts.title}>
      <Stack gap="sm" ref={list} tabIndex={-1}>
        <FormErrors messages={failure === null ? [] : [failure]} />
        {addresses.length === 0 ? (
          <Text c="dimmed">{texts.empty}</Text>
        ) : (
          <RecordTable
            label={texts.title}
            rows={addresses}
            keyOf={({ address }) => address}
            columns={[{ label: 'IPアドレス', cell: ({ address }) => address }, ...columns, { label: '操作', cell: act }]}
          />
        )}
      </Stack>
      <ConfirmDialog
        isOpen={asked !== null}
        title={texts.question}
        confirmLabel="解除する"
        onConfirm={() => asked !== null && lift(asked)}
        onClose={() => setAsked(null)}
      >
        <strong>{asked}</strong> {texts.effect}
      </ConfirmDialog>
    </DataCard>
  );
};

type Blocked = SecurityDashboard['ipSecurity']['blockedIPs'][number];

/** Temporarily blocked addresses. */
export const BlockedAddresses = ({ addresses }: { addresses: readonly Blocked[] }) => (
  <LiftableAddresses
    kind="blocked"
    addresses={addresses}
    columns={[{ label: 'ブロックの終了', cell: ({ until }) => formatDateTime(until) }]}
    texts={{
      title: 'ブロック中のIPアドレス',
      empty: 'ブロック中のIPアドレスはありません。',
      act: 'ブロックを解除',
      question: 'ブロックを解除しますか？',
      effect: 'からのログインを再び受け付けます。これまでの失敗は数えなおしになります。',
      done: 'ブロックを解除しました',
      failed: 'ブロックの解除に失敗しました',
    }}
  />
);

type Trusted = SecurityDashboard['ipSecurity']['trustedIPs'][number];

/** Addresses from which an admin has signed in. */
export const TrustedAddresses = ({ addresses }: { addresses: readonly Trusted[] }) => (
  <LiftableAddresses
    kind="trusted"
    addresses={addresses}
    columns={[
      { label: '管理者', cell: ({ email }) => email },
      { label: '信頼の終了', cell: ({ until }) => formatDateTime(until) },
    ]}
    texts={{
      title: '信頼済みのIPアドレス',
      empty: '信頼済みのIPアドレスはありません。',
      act: '信頼を解除',
      question: '信頼を解除しますか？',
      effect: 'からの次のログインは、知らない接続元からのログインとして扱われます。',
      done: '信頼を解除しました',
      failed: '信頼の解除に失敗しました',
    }}
  />
);
