import { Anchor, Stack, Text } from '@mantine/core';
import type { OrderStatusPage } from '@stagereel/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { type ProgressKind, progressOf, progressSteps, progressText, progressTitles } from '../../lib/order-progress.ts';
import { DataCard } from '../ui/data-card.tsx';
import styles from './order-progress.module.css';
import { OrderTimeline } from './order-timeline.tsx';

/** Announces a change of the order while the page is open; nothing at first. */
const useChangeAnnouncement = (page: OrderStatusPage): string => {
  const title = progressTitles[progressOf(page)];
  const states = page.lines.map(({ state }) => state).join();
  const seen = useRef({ title, states });
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (seen.current.title === title && seen.current.states === states) return;
    seen.current = { title, states };
    setAnnouncement(`ご注文の状況が変わりました。${title}。`);
  }, [title, states]);
  return announcement;
};

/** The states in which a customer may want to write to the shop. */
const TROUBLED: readonly ProgressKind[] = ['late', 'recalled', 'declined', 'closed'];

type Props = {
  page: OrderStatusPage;
  /** Actions below the timeline. */
  children?: ReactNode;
};

/** The state of an order in words, and its timeline. */
export const OrderProgress = ({ page, children }: Props) => {
  const kind = progressOf(page);
  const announcement = useChangeAnnouncement(page);
  const now = Date.now();
  const isOver = page.downloadableUntil !== null && Date.parse(page.downloadableUntil) <= now;
  return (
    <DataCard title={progressTitles[kind]}>
      <Stack gap="lg">
        <div className={styles.text} data-kind={kind}>
          <Text>{progressText({ page, now })}</Text>
          {(isOver || page.isLate || TROUBLED.includes(kind)) && (
            <Anchor component={Link} to={paths.contact.to()} className={styles.contact}>
              お問い合わせ
            </Anchor>
          )}
        </div>
        <OrderTimeline steps={progressSteps(page)} />
        {children}
      </Stack>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </DataCard>
  );
};
