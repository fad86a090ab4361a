import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import styles from './change-link.module.css';

/** `変更`, with an accessible name that says what it changes. */
export const ChangeLink = ({ to, what }: { to: string; what: string }) => (
  <Anchor component={Link} to={to} className={styles.link} aria-label={`${what}を変更`}>
    変更
  </Anchor>
);
