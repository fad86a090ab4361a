import { Button, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';
import type { AddressKind } from '../api/lift-address.ts';
import { type LiftTexts, useAddressLift } from './use-address-lift.ts';

type Texts = LiftTexts & { title: string; empty: string; act: string; question: string /** Follows the address. */; effect: string };
type Props<Row> = { kind: AddressKind; addresses: readonly Row[]; columns: readonly Column<Row>[]; texts: Texts };

/** A list of addresses that can be taken off it, each after a question. */
export const LiftableAddresses = <Row extends { address: string }>({ kind, addresses, columns, texts }: Props<Row>) => {
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  // The row goes with the button that had the focus.
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
