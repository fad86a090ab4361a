import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { athleteMeant, athleteText, indexAthletes, searchAthletes } from '../model/athlete-search.ts';
import styles from './athlete-combobox.module.css';
import type { AthleteFieldProps } from './athlete-field-props.ts';
import { ATHLETE_LABEL } from './athlete-field-props.ts';

/** More rows than this say nothing to a reader; typing narrows the list. */
const SHOWN_ROWS = 50;

type Props = Omit<AthleteFieldProps, 'hasCategory'>;

const hintOf = (count: number): string =>
  count === 0
    ? 'このカテゴリーには、現在販売中の選手がいません。'
    : `${count.toLocaleString('ja-JP')}名の中から、番号またはお名前で検索できます。`;

/** On a phone the field moves to the top, so that the list has room between it and the keyboard. */
const makeRoom = (input: HTMLInputElement) => {
  input.select();
  if (window.matchMedia('(max-width: 47.99em)').matches) input.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'start' });
};

/** Chooses one athlete out of thousands, by bib number or name. */
export const AthleteCombobox = ({ athletes, value, onChange, error, inputRef }: Props) => {
  // What is being typed; null while nothing is, so that the field shows the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const index = useMemo(() => indexAthletes(athletes), [athletes]);
  const { shown, total } = useMemo(() => searchAthletes(index, typed ?? '', SHOWN_ROWS), [index, typed]);

  // Enter takes the nearest match.
  useEffect(() => {
    if (typed) combobox.selectFirstOption();
  }, [typed, combobox.selectFirstOption]);

  const chosen = athletes.find(({ athleteNumber }) => athleteNumber === value);
  const chosenText = chosen ? athleteText(chosen) : value;

  const choose = (athleteNumber: string) => {
    onChange(athleteNumber);
    setTyped(null);
    combobox.closeDropdown();
  };

  /** What was typed without choosing a row is a choice too where it can mean but one athlete. */
  const leave = () => {
    combobox.closeDropdown();
    const meant = typed === null ? null : athleteMeant(index, typed);
    if (meant !== null) onChange(meant.athleteNumber);
    setTyped(null);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false} middlewares={{ flip: true, shift: true }}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={inputRef}
          label={<FieldLabel required>{ATHLETE_LABEL}</FieldLabel>}
          description={hintOf(athletes.length)}
          placeholder="例：12"
          autoComplete="off"
          enterKeyHint="done"
          leftSection={<IconSearch size={18} aria-hidden />}
          leftSectionPointerEvents="none"
          error={error}
          value={typed ?? chosenText}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={(event) => makeRoom(event.currentTarget)}
          onClick={() => combobox.openDropdown()}
          onKeyDown={(event) => {
            // Enter in the open list never sends the form, not even where nothing matches.
            if (event.key === 'Enter' && combobox.dropdownOpened) event.preventDefault();
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={styles.options} aria-label="選手の候補">
          {shown.map((athlete) => (
            <Combobox.Option
              key={athlete.id}
              value={athlete.athleteNumber}
              active={athlete.athleteNumber === value}
              className={styles.option}
            >
              <span className={styles.number}>{athlete.athleteNumber}</span>
              <span>{athlete.name ?? ''}</span>
            </Combobox.Option>
          ))}
          {total === 0 && <Combobox.Empty>該当する選手が見つかりません。</Combobox.Empty>}
        </Combobox.Options>
        {total > shown.length && (
          <Combobox.Footer className={styles.more}>
            ほか{(total - shown.length).toLocaleString('ja-JP')}名。番号やお名前を入力すると絞り込めます。
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
};
