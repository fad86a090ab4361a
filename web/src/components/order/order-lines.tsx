import { Text } from '@mantine/core';
import type { VideoStyle } from '@stagereel/contracts';
import type { ReactNode } from 'react';
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
  /** Beside a line, such as a link to change it. */
  actionOf?: (line: Line, position: number) => ReactNode;
  /** Under a line, such as why it cannot be had. */
  noteOf?: (line: Line) => ReactNode;
};

export const sumOf = (lines: readonly OrderLine[]): number => lines.reduce((sum, { price }) => sum + price, 0);

/** Every video of an order with its price, how many there are, and what they cost together. */
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
      <PriceText amount={sumOf(lines)} fw={700} className={styles.sum} />
    </p>
  </>
);
