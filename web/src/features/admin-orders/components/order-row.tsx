import { Badge, Button, Text } from '@mantine/core';
import { type AdminLine, formatDateTime, formatYen } from '@stagereel/contracts';
import { IconListDetails } from '@tabler/icons-react';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { paymentTexts, shortDateTime } from '../../../components/admin-order/order-texts.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { latenessBadge, latenessOf } from '../lib/lateness.ts';
import { HandledBadge, PartlyDeliveredBadge } from './delivery-badges.tsx';
import { LineVideo } from './line-video.tsx';
import styles from './order-group-card.module.css';
import { DeliveredUrl } from './order-line-table.tsx';
import { useOrderParts } from './order-parts.ts';
import type { OrderCardActions } from './use-order-card-actions.ts';

/** The captions above the rows. Each value of a row speaks for itself, so screen readers skip them. */
export const OrderRowCaptions = () => (
  <div className={styles.captions} aria-hidden>
    <span className={styles.heading}>注文番号</span>
    <span className={styles.date}>注文日時</span>
    <span className={styles.videos}>動画</span>
    <span className={styles.customer}>お客様</span>
    <span className={styles.amount}>金額</span>
    <span className={styles.badges}>状態</span>
    <span className={styles.entry}>動画ダウンロードURL</span>
  </div>
);

const Red = ({ children }: { children: string }) => (
  <Badge color="red.8" variant="filled" tt="none" radius="sm">
    {children}
  </Badge>
);

const sumOf = (lines: readonly AdminLine[]): number => lines.reduce((sum, { price }) => sum + price, 0);

/** The bib number first, because the admin looks for it. */
const Videos = ({ lines }: { lines: readonly AdminLine[] }) => {
  const [first] = lines;
  if (!first) return null;
  const contests = [...new Set(lines.map(({ contestName }) => contestName))].join('、');
  const [title, place] =
    lines.length === 1
      ? [`${first.athleteNumber} ${first.athleteName ?? ''} ${first.style}`, `${first.contestName}・${first.category}`]
      : [`動画${lines.length}本`, contests];
  return (
    <div className={styles.videos} title={`${title}　${place}`}>
      <Text span fw={600} fz="inherit">
        {title}
      </Text>{' '}
      <Text span c="dimmed" fz="inherit">
        {place}
      </Text>
    </div>
  );
};

/** When, what, who and how much. */
export const OrderFacts = ({ group: { orderDate, lines, customerName, customerEmail } }: { group: OrderGroup }) => (
  <>
    <time className={styles.date} dateTime={orderDate} title={formatDateTime(orderDate)}>
      {shortDateTime(orderDate)}
    </time>
    <Videos lines={lines} />
    <div className={styles.customer} title={`${customerName}　${customerEmail}`}>
      <span>{customerName}</span>{' '}
      <Text span c="dimmed" fz="inherit">
        {customerEmail}
      </Text>
    </div>
    <div className={styles.amount}>{formatYen(sumOf(lines))}</div>
  </>
);

/** Nothing for an ordinary payment; a badge if money was refunded or is disputed. The lines of an open card show what was declined. */
export const OrderBadges = ({ group, isOpen, today }: { group: OrderGroup; isOpen: boolean; today: string }) => {
  const { OrderTaskBadge } = useOrderParts();
  const { payment, lines, isHandled } = group;
  const lateness = latenessBadge({ lateness: latenessOf(group, today), isHandled });
  return (
    <div className={styles.badges}>
      {payment !== 'paid' && <Red>{paymentTexts[payment]}</Red>}
      {!isOpen && lines.some(({ productionPossible }) => productionPossible) && <Red>辞退</Red>}
      <OrderTaskBadge order={group} />
      <PartlyDeliveredBadge group={group} />
      {lateness && <StatusBadge tone={lateness.tone}>{lateness.text}</StatusBadge>}
    </div>
  );
};

type EntryProps = { group: OrderGroup; workspace: OrderWorkspace; actions: OrderCardActions; onDeliver: () => void };

/** The delivery in the row: an order of one video needs no open card. */
export const OrderEntry = ({ group, workspace: { urls }, actions, onDeliver }: EntryProps) => {
  const { lines, isHandled } = group;
  const [first] = lines;
  const single = lines.length === 1 && first;
  if (isHandled) {
    return (
      <div className={styles.entry}>
        <HandledBadge group={group} />
        {single && <DeliveredUrl lineId={single.id} url={single.videoDownloadUrl} />}
      </div>
    );
  }
  const [wanted, ready] = [actions.awaited.length, actions.ready.length];
  const error = single && actions.urlErrors[single.id];
  return (
    <div className={styles.entry}>
      {single && wanted > 0 ? (
        <div className={styles.field}>
          <LineVideo
            isDense
            line={single}
            url={urls[single.id] ?? ''}
            {...(error && { error })}
            onChange={(url) => actions.setUrl(single.id, url)}
          />
        </div>
      ) : (
        <Text className={styles.field} c="dimmed" fz="inherit">
          動画 {ready}/{wanted} 入力済み
        </Text>
      )}
      <Button
        size="xs"
        variant={wanted > 0 && ready === wanted ? 'filled' : 'default'}
        onClick={onDeliver}
        loading={actions.isDelivering}
        disabled={actions.isCompleting}
      >
        納品
      </Button>
    </div>
  );
};

export const OrderRowButtons = ({ group: { orderNumber }, onDetails }: { group: OrderGroup; onDetails: () => void }) => (
  <div className={styles.buttons}>
    <Button variant="subtle" size="xs" aria-label={`注文番号 ${orderNumber} の詳細`} title="注文の詳細" onClick={onDetails}>
      <IconListDetails size={18} aria-hidden />
    </Button>
  </div>
);
