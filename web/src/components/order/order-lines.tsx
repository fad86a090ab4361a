import { Text } from '@mantine/core';
import type { VideoStyle } from '@stagereel/contracts';
import type { ReactNode } from 'react';
import { totalPrice } from '../../lib/saved-data.ts';
import { PriceText } from '../ui/price-text.tsx';
import styles from './order-lines.module.css';

export type OrderLine = {
  id: string;
  category: string;
  athleteNumber: string;
  athleteName: string | null;
  videoStyle: VideoStyle;
  price: number;
};

type Props<Line extends OrderLine> = {
  contestName: string;
  lines: readonly Line[];
  /** An action beside a line, such as a link to change it. */
  actionOf?: (line: Line, position: number) => ReactNode;
  /** A note under a line, such as why it is unavailable. */
  noteOf?: (line: Line) => ReactNode;
};

/** The lines of an order with their prices, and below them how many they are and the total price. */
export const OrderLines = <Line extends OrderLine>({ contestName, lines, actionOf, noteOf }: Props<Line>) => (
  <>
    <Text fw={600} mb="xs">
      {contestName}
    </Text>
    <ol className={styles.lines}>
      {lines.map((line, index) => (
        <li key={line.id} className={styles.line}>
          <div className={styles.what}>
            <span className={styles.athlete}>
              <span className={styles.number}>{line.athleteNumber}</span> {line.athleteName}
            </span>
            <span className={styles.facts}>
              <span>{line.category}</span> <span className="nowrap">{line.videoStyle}</span>
            </span>
            {noteOf?.(line)}
          </div>
          <div className={styles.side}>
            <PriceText amount={line.price} fw={600} />
            {actionOf?.(line, index + 1)}
          </div>
        </li>
      ))}
    </ol>
    <p className={styles.total}>
      <span>
        合計 <span className={styles.count}>（動画{lines.length}本）</span>
      </span>
      <PriceText amount={totalPrice(lines)} fw={700} className={styles.sum} />
    </p>
  </>
);
