import { Anchor } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import styles from './receipt-link.module.css';

type Props = {
  to: string;
  /** An accessible name, for pages with several of these links. */
  label?: string;
};

/** `領収書`, beside an order. */
export const ReceiptLink = ({ to, label }: Props) => (
  <Anchor component={Link} to={to} className={styles.link} aria-label={label}>
    <IconReceipt size={20} aria-hidden />
    領収書
  </Anchor>
);
