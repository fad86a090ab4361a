import { Alert, Button, List, Text } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import type { DraftItem, OrderItemData } from '../../../lib/saved-data.ts';
import type { Assortment } from '../lib/assortment.ts';
import { stylesElsewhere, totalSoFar } from '../lib/order-items.ts';
import { useLinkedAthlete } from '../lib/use-linked-athlete.ts';
import { useOrderDraft } from '../lib/use-order-draft.ts';
import { AthleteSearch } from './athlete-search.tsx';
import { OrderBar } from './order-bar.tsx';
import styles from './order-form.module.css';
import { OrderItemFields } from './order-item-fields.tsx';
import { OrderColumn } from './order-layout.tsx';

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
            動画{position}：{item.category} ゼッケン番号{item.athleteNumber} {item.videoStyles.join('・')}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};

type Props = { contestSlug: string; assortment: Assortment; onContinue: (items: OrderItemData[]) => void };

/** The form for the items of one order. The choices survive a reload. */
export const OrderForm = ({ contestSlug, assortment, onContinue }: Props) => {
  const draft = useOrderDraft({ contestSlug, assortment });
  const { notice, searchText, dismiss } = useLinkedAthlete({ assortment, choose: draft.choose });

  const choose = (athlete: Athlete) => {
    dismiss();
    draft.choose(athlete);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const items = draft.check();
    if (items !== null) onContinue(items);
  };

  return (
    <form onSubmit={submit} noValidate>
      <OrderColumn>
        <UnavailableNotice gone={draft.gone} />
        <AthleteSearch assortment={assortment} hasRoom={draft.hasRoom} onChoose={choose} notice={notice} initialText={searchText} />
        {draft.items.length === 0 && (
          <div className={styles.empty}>
            <Text fw={600}>動画が選択されていません。</Text>
            <Text c="dimmed">選手を探すか、「動画を追加」から選択してください。</Text>
          </div>
        )}
        {draft.items.map((item, index) => (
          <OrderItemFields
            key={item.id}
            position={index + 1}
            item={item}
            assortment={assortment}
            elsewhere={stylesElsewhere(item, draft.items)}
            isFull={draft.isFull}
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
          disabled={draft.isFull}
        >
          動画を追加
        </Button>
      </OrderColumn>
      <OrderBar {...totalSoFar(draft.items, assortment)} message={draft.message} />
    </form>
  );
};
