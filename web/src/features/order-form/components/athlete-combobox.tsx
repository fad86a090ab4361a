import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { athleteOfNumber, athleteText, indexAthletes, searchAthletes } from '../model/athlete-search.ts';
import styles from './athlete-combobox.module.css';
import type { AthleteFieldProps } from './athlete-field.tsx';
import { ATHLETE_LABEL } from './athlete-field.tsx';

/** More rows than this say nothing to a reader; typing narrows the list. */
const SHOWN_ROWS = 50;

type Props = Omit<AthleteFieldProps, 'hasCategory'>;

const hintOf = (count: number): string =>
  count === 0
    ? 'このカテゴリーには、現在販売中の選手がいません。'
    : `${count.toLocaleString('ja-JP')}名の中から、番号またはお名前で検索できます。`;

/** Chooses one athlete out of thousands, by bib number or name. */
export const AthleteCombobox = ({ athletes, value, onChange, error, inputRef }: Props) => {
  // What is being typed; null while nothing is, so that the field shows the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const index = useMemo(() => indexAthletes(athletes), [athletes]);
  const { shown, total } = useMemo(() => searchAthletes(index, typed ?? '', SHOWN_ROWS), [index, typed]);

  const chosen = athletes.find(({ athleteNumber }) => athleteNumber === value);
  const chosenText = chosen ? athleteText(chosen) : value;

  const choose = (athleteNumber: string) => {
    onChange(athleteNumber);
    setTyped(null);
    combobox.closeDropdown();
  };

  /** A whole bib number that was typed without choosing a row is a choice too. */
  const leave = () => {
    combobox.closeDropdown();
    const meant = typed === null ? null : athleteOfNumber(index, typed);
    if (meant !== null) onChange(meant.athleteNumber);
    setTyped(null);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal middlewares={{ flip: true, shift: true }}>
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
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={(event) => event.currentTarget.select()}
          onClick={() => combobox.openDropdown()}
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
