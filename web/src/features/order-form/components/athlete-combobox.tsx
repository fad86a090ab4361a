import { Combobox, TextInput, useVirtualizedCombobox } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { athleteMeant, athleteText, indexAthletes, searchAthletes } from '../model/athlete-search.ts';
import type { AthleteFieldProps } from './athlete-field-props.ts';
import { ATHLETE_LABEL } from './athlete-field-props.ts';
import { AthleteOptions } from './athlete-options.tsx';

type Props = Omit<AthleteFieldProps, 'hasCategory'>;

const countOf = (count: number): string => `${count.toLocaleString('ja-JP')}名`;

const hintOf = (count: number): string =>
  count === 0 ? 'このカテゴリーには、現在販売中の選手がいません。' : `${countOf(count)}の中から、番号またはお名前で検索できます。`;

/** On a phone the field moves to the top, so that the list has room between it and the keyboard. */
const makeRoom = (input: HTMLInputElement) => {
  if (window.matchMedia('(max-width: 47.99em)').matches) input.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'start' });
};

/** Chooses one athlete out of thousands, by bib number or name. */
export const AthleteCombobox = ({ athletes, value, onChange, error, inputRef }: Props) => {
  // What is being typed; null while nothing is, so that the field shows the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const [highlighted, setHighlighted] = useState(-1);
  const listId = useId();
  const optionIdOf = (athlete: Athlete) => `${listId}-${athlete.id}`;
  const index = useMemo(() => indexAthletes(athletes), [athletes]);
  const matches = useMemo(() => searchAthletes(index, typed ?? ''), [index, typed]);
  const chosen = matches.findIndex(({ athleteNumber }) => athleteNumber === value);

  const choose = (athleteNumber: string) => {
    onChange(athleteNumber);
    setTyped(null);
    combobox.closeDropdown();
  };

  const combobox = useVirtualizedCombobox({
    totalOptionsCount: matches.length,
    getOptionId: (at) => (matches[at] ? optionIdOf(matches[at]) : null),
    selectedOptionIndex: highlighted,
    setSelectedOptionIndex: setHighlighted,
    activeOptionIndex: Math.max(chosen, 0),
    onSelectedOptionSubmit: (at) => matches[at] && choose(matches[at].athleteNumber),
    onDropdownClose: () => setHighlighted(-1),
  });

  const type = (text: string) => {
    setTyped(text);
    // Enter takes the nearest match.
    setHighlighted(text === '' ? -1 : 0);
    combobox.openDropdown();
  };

  /** What was typed without choosing a row is a choice too where it can mean but one athlete. */
  const leave = () => {
    combobox.closeDropdown();
    const meant = typed === null ? null : athleteMeant(index, typed);
    if (meant !== null) onChange(meant.athleteNumber);
    setTyped(null);
  };

  const isOpen = combobox.dropdownOpened;
  const isListed = isOpen && matches.length > 0;
  const current = athletes.find(({ athleteNumber }) => athleteNumber === value);
  const inHand = matches[highlighted];

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      withinPortal={false}
      shadow="md"
      middlewares={{ flip: true, shift: true }}
      // What comes late above the form pushes the field down, maybe out of sight: its open list goes along.
      hideDetached={false}
    >
      <Combobox.Target withAriaAttributes={false}>
        <TextInput
          ref={inputRef}
          label={<FieldLabel required>{ATHLETE_LABEL}</FieldLabel>}
          description={hintOf(athletes.length)}
          placeholder="例：12"
          autoComplete="off"
          enterKeyHint="done"
          leftSection={<IconSearch size={18} aria-hidden />}
          leftSectionPointerEvents="none"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isOpen && inHand ? optionIdOf(inHand) : undefined}
          error={error}
          value={typed ?? (current ? athleteText(current) : value)}
          onChange={(event) => {
            type(event.currentTarget.value);
            makeRoom(event.currentTarget);
          }}
          onFocus={(event) => event.currentTarget.select()}
          // Not when it takes the focus: the field would move away under the finger, and the tap would be lost.
          onClick={(event) => {
            combobox.openDropdown();
            makeRoom(event.currentTarget);
          }}
          onKeyDown={(event) => {
            // Enter in the open list never sends the form, not even where nothing matches.
            if (event.key === 'Enter' && isOpen) event.preventDefault();
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <AthleteOptions listId={listId} optionIdOf={optionIdOf} athletes={matches} chosen={chosen} highlighted={highlighted} />
      </Combobox.Dropdown>
      <span className="visually-hidden" role="status">
        {isOpen && typed && `候補は${countOf(matches.length)}です。`}
      </span>
    </Combobox>
  );
};
