import { Modal, rem } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** Called after the close animation. Mantine returns the focus by itself, except when the dialog's code was loaded after the click. */
  onClosed?: () => void;
  title: string;
  /** The width of a form, of a page or of a table. */
  size?: 'md' | 'xl' | 'wide';
  /** Stays visible below the content that scrolls. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A modal dialog. Its header is not a `banner` landmark, because a page may have only one. */
export const Dialog = ({ isOpen, onClose, onClosed, title, size = 'md', footer, children }: Props) => (
  <Modal.Root opened={isOpen} onClose={onClose} onExitTransitionEnd={onClosed} size={size === 'wide' ? rem(1160) : size} centered>
    <Modal.Overlay />
    <Modal.Content>
      <Modal.Header role="none">
        <Modal.Title className={styles.title} fw={700}>
          {title}
        </Modal.Title>
        <Modal.CloseButton size={44} aria-label="閉じる" />
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </Modal.Content>
  </Modal.Root>
);
