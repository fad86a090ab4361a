import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** When it has gone from sight. The focus goes back by itself, but where the dialog's code came later than the press that opened it. */
  onClosed?: () => void;
  title: string;
  /** As wide as a form, or as a page of its own. */
  size?: 'md' | 'xl';
  children: ReactNode;
};

/** A window over the page. Its header is no banner: a page has one, and it stands behind. */
export const Dialog = ({ isOpen, onClose, onClosed, title, size = 'md', children }: Props) => (
  <Modal.Root opened={isOpen} onClose={onClose} onExitTransitionEnd={onClosed} size={size} centered>
    <Modal.Overlay />
    <Modal.Content>
      <Modal.Header role="none">
        <Modal.Title className={styles.title} fw={700}>
          {title}
        </Modal.Title>
        <Modal.CloseButton size={44} aria-label="閉じる" />
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
);
