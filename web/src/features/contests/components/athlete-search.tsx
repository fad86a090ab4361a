import { CloseButton } from '@mantine/core';
import type { FoundAthlete } from '@stagereel/contracts';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { isComposingKey } from '../../../lib/ime.ts';
import { useAthleteSearch } from '../lib/use-athlete-search.ts';
import styles from './athlete-search.module.css';

type FoundProps = { athletes: readonly FoundAthlete[] };

const FoundList = ({ athletes }: FoundProps) => (
  <ul className={styles.list}>
    {athletes.map(({ contestId, contestName, contestSlug, category, athleteNumber, name }) => (
      <li key={`${contestId}/${category}/${athleteNumber}`}>
        <Link className={styles.athlete} to={paths.orderForm.to(contestSlug, { category, athlete: athleteNumber })}>
          <span className={styles.bib}>{athleteNumber}</span>
          <span className={styles.words}>
            {name !== null && <span className={styles.name}>{name}</span>}
            <span className={styles.category}>{category}</span>
            <span className={styles.contest}>{contestName}</span>
          </span>
          <IconChevronRight size={20} aria-hidden className={styles.arrow} />
        </Link>
      </li>
    ))}
  </ul>
);

/** Closes the results when the visitor taps or focuses something else. The links themselves get no focus when tapped in Safari. */
const useOutside = ({ isOpen, onOutside }: { isOpen: boolean; onOutside: () => void }) => {
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener only closes
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) onOutside();
    };
    for (const type of ['pointerdown', 'focusin']) document.addEventListener(type, close);
    return () => {
      for (const type of ['pointerdown', 'focusin']) document.removeEventListener(type, close);
    };
  }, [isOpen]);
  return root;
};

/** Moves the focus between the field and the results with the arrow keys. */
const moveFocus = ({ root, step }: { root: HTMLElement; step: 1 | -1 }): void => {
  const stops = [...root.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
};

const countText = (count: number): string => (count === 0 ? '' : `${count}名の選手が見つかりました。`);

/** Finds an athlete by bib number or name in all contests on sale; a result leads to its order form. */
export const AthleteSearch = () => {
  const { text, onType, search, found, isSearching, error, retry } = useAthleteSearch();
  const [isClosed, setIsClosed] = useState(false);
  const isOpen = text.trim() !== '' && !isClosed;
  const root = useOutside({ isOpen, onOutside: () => setIsClosed(true) });
  const input = useRef<HTMLInputElement>(null);
  const [fieldId, panelId] = [useId(), useId()];
  const athletes = found?.athletes ?? [];
  const isSettled = !isSearching && found !== undefined;

  const clear = () => {
    onType({ value: '', isComposing: false });
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      input.current?.focus();
      setIsClosed(true);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsClosed(false);
      moveFocus({ root: event.currentTarget, step: event.key === 'ArrowDown' ? 1 : -1 });
    }
    // As in a list of suggestions, Enter in the field opens the first result of this very text.
    if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      if (isOpen && isSettled) event.currentTarget.querySelector('a')?.click();
    }
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2022 do not know the element <search>
    <div ref={root} role="search" className={styles.search} onKeyDown={onKeyDown}>
      <label htmlFor={fieldId} className={styles.label}>
        ゼッケン番号・お名前で選手を探す
      </label>
      <div className={styles.field}>
        <IconSearch size={20} aria-hidden className={styles.icon} />
        <input
          ref={input}
          id={fieldId}
          className={styles.input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={60}
          placeholder="例：012、山田"
          aria-controls={isOpen ? panelId : undefined}
          value={text}
          onChange={(event) => {
            setIsClosed(false);
            const isComposing = (event.nativeEvent as InputEvent).isComposing === true;
            onType({ value: event.target.value, isComposing });
          }}
          onCompositionEnd={(event) => onType({ value: event.currentTarget.value, isComposing: false })}
          onFocus={() => setIsClosed(false)}
        />
        {text !== '' && <CloseButton size={44} aria-label="検索条件を消す" onClick={clear} />}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen && isSettled ? countText(athletes.length) : ''}
      </span>
      {isOpen && (
        <div id={panelId} className={styles.panel} aria-busy={isSearching}>
          {error !== null && !isSearching ? (
            <ErrorPanel title="選手を検索できませんでした" onRetry={retry}>
              {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
            </ErrorPanel>
          ) : athletes.length > 0 ? (
            <FoundList athletes={athletes} />
          ) : isSettled ? (
            <p className={styles.note} role="status">
              「{search}」に一致する選手は見つかりませんでした。番号やお名前をご確認ください。
            </p>
          ) : (
            <LoadingText>検索中...</LoadingText>
          )}
          {isSettled && found.hasMore && (
            <p className={styles.note}>ほかにも一致する選手がいます。番号やお名前を続けて入力してください。</p>
          )}
        </div>
      )}
    </div>
  );
};
