import { Button, Stack, Text } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { MAX_ORDER_ITEMS } from '@stagereel/contracts';
import { IconMovie, IconPlus } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import type { OrderItemData } from '../../../lib/storage.ts';
import type { Assortment } from '../model/order-items.ts';
import { totalSoFar } from '../model/order-items.ts';
import { useOrderDraft } from '../model/use-order-draft.ts';
import { GoneNotice } from './gone-notice.tsx';
import styles from './order-form.module.css';
import { OrderItemFields } from './order-item-fields.tsx';
import { OrderTotal } from './order-total.tsx';

type Props = { contest: Contest; assortment: Assortment; onContinue: (items: OrderItemData[]) => void };

/** The items of one order. What is chosen is kept over a reload. */
export const OrderForm = ({ contest, assortment, onContinue }: Props) => {
  const draft = useOrderDraft({ contestSlug: contest.slug, assortment });
  const { count, amount } = totalSoFar(draft.items, assortment);
  const isFull = draft.items.length >= MAX_ORDER_ITEMS;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const items = draft.check();
    if (items !== null) onContinue(items);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <GoneNotice gone={draft.gone} />
        {draft.items.length === 0 && (
          <EmptyState icon={IconMovie} title="動画が選択されていません。">
            <Text c="dimmed">「動画を追加」から、ご希望の動画を選択してください。</Text>
          </EmptyState>
        )}
        {draft.items.map((item, index) => (
          <OrderItemFields
            key={item.id}
            position={index + 1}
            item={item}
            assortment={assortment}
            errors={draft.errorsOf(item.id)}
            onChange={draft.change}
            onRemove={() => draft.remove(item.id)}
            fieldRef={draft.fieldRef(item.id)}
          />
        ))}
        <Button
          ref={draft.addButtonRef}
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={draft.add}
          disabled={isFull}
        >
          動画を追加
        </Button>
        <Text size="sm" c={isFull ? undefined : 'dimmed'}>
          1回のご注文は{MAX_ORDER_ITEMS}本までです。
        </Text>
        <FormErrors messages={draft.message === null ? [] : [draft.message]} />
      </Stack>
      <OrderTotal count={count} amount={amount} />
    </form>
  );
};
