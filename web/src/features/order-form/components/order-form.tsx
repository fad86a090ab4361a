import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { type Contest, MAX_ORDER_ITEMS } from '@stagereel/contracts';
import { IconAlertCircle, IconMovie, IconPlus } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import type { DraftItem, OrderItemData } from '../../../lib/saved-data.ts';
import { type Assortment, totalSoFar } from '../lib/order-items.ts';
import { useOrderDraft } from '../lib/use-order-draft.ts';
import styles from './order-form.module.css';
import { OrderItemFields } from './order-item-fields.tsx';

/** Lists the chosen items that are no longer on sale. In a long form, the items themselves may be off screen. */
const UnavailableNotice = ({ gone }: { gone: readonly { item: DraftItem; position: number }[] }) => {
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

/** The total stays visible while items are chosen. */
const OrderTotal = ({ count, amount }: { count: number; amount: number }) => (
  <div className={styles.bar}>
    <p className={styles.sum} aria-live="polite">
      <span className={styles.count}>合計 {count}本</span>
      <PriceText amount={amount} fw={700} className={styles.amount} />
    </p>
    <Button type="submit" className={styles.go}>
      注文内容の確認へ進む
    </Button>
  </div>
);

type Props = { contest: Contest; assortment: Assortment; onContinue: (items: OrderItemData[]) => void };

/** The form for the items of one order. The choices survive a reload. */
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
        <UnavailableNotice gone={draft.gone} />
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
