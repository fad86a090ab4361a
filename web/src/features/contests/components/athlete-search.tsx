import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { isComposingKey } from '../../../lib/ime.ts';
import { useAthleteSearch } from '../lib/use-athlete-search.ts';
import styles from './athlete-search.module.css';

const loadResults = () => import('./athlete-results.tsx');
const AthleteResults = lazy(async () => ({ default: (await loadResults()).AthleteResults }));

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
          onFocus={() => {
            setIsClosed(false);
            // So that they are there when the first characters are typed.
            loadResults().catch(() => undefined);
          }}
        />
        {text !== '' && (
          <button type="button" className={styles.clear} aria-label="検索条件を消す" onClick={clear}>
            <IconX size={20} aria-hidden />
          </button>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen && isSettled ? countText(athletes.length) : ''}
      </span>
      {isOpen && (
        <div id={panelId} className={styles.panel} aria-busy={isSearching}>
          <Suspense fallback={<LoadingText>検索中...</LoadingText>}>
            <AthleteResults {...{ search, found, isSearching, error, retry }} />
          </Suspense>
        </div>
      )}
    </div>
  );
};
