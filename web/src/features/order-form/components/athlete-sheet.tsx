import { CloseButton, Combobox, Modal, TextInput } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { AthletePickerProps } from '../lib/athlete-picker-props.ts';
import { useAthleteList } from '../lib/use-athlete-list.ts';
import { AthleteOptions } from './athlete-options.tsx';
import styles from './athlete-sheet.module.css';

/** The height that the on-screen keyboard leaves; null where the browser does not tell. */
const useVisibleHeight = (): number | null => {
  const [height, setHeight] = useState(() => window.visualViewport?.height ?? null);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = () => setHeight(viewport.height);
    viewport.addEventListener('resize', update);
    return () => viewport.removeEventListener('resize', update);
  }, []);
  return height;
};

type Props = Pick<AthletePickerProps, 'athletes' | 'chosen' | 'showsCategory' | 'label' | 'placeholder'> & {
  initialText: string;
  onChoose: (athlete: Athlete) => void;
};

const SheetList = ({ athletes, chosen, showsCategory, label, placeholder, initialText, onChoose }: Props) => {
  const [typed, setTyped] = useState(initialText);
  const list = useAthleteList({ athletes, chosen, typed, onChoose });
  const height = useVisibleHeight();

  const type = (text: string) => {
    setTyped(text);
    list.highlightBestMatch(text);
    list.combobox.openDropdown();
  };

  return (
    <div className={styles.sheet} style={height === null ? undefined : { height }}>
      <div className={styles.head}>
        <Modal.Title className={styles.title}>{label}</Modal.Title>
        <Modal.CloseButton size={44} aria-label="閉じる" />
      </div>
      <Combobox store={list.combobox} onOptionSubmit={list.submit}>
        <Combobox.EventsTarget withAriaAttributes={false}>
          <TextInput
            className={styles.search}
            aria-label={label}
            placeholder={placeholder}
            data-autofocus
            autoComplete="off"
            enterKeyHint="done"
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={typed !== '' && <CloseButton size={44} iconSize={18} aria-label="入力を消去" onClick={() => type('')} />}
            {...list.ariaOf(true)}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <AthleteOptions {...list.listProps} showsCategory={showsCategory} className={styles.options} />
        <span className="visually-hidden" role="status">
          {list.announcement}
        </span>
      </Combobox>
    </div>
  );
};

/** On a phone: the athletes fill the screen, with the search above them. */
export const AthleteSheet = ({ isOpen, onClose, ...props }: Props & { isOpen: boolean; onClose: () => void }) => (
  // The focus afterwards depends on what was chosen.
  <Modal.Root opened={isOpen} onClose={onClose} fullScreen returnFocus={false} transitionProps={{ transition: 'slide-up', duration: 150 }}>
    <Modal.Content className={styles.content}>
      <SheetList {...props} />
    </Modal.Content>
  </Modal.Root>
);
