import { Combobox, TextInput, useVirtualizedCombobox } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { IconSearch } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { ATHLETE_LABEL, type AthleteFieldProps } from '../lib/athlete-field-props.ts';
import { athleteText, exactAthlete, indexAthletes, searchAthletes } from '../lib/athlete-search.ts';
import { AthleteOptions } from './athlete-options.tsx';

type Props = Omit<AthleteFieldProps, 'hasCategory'>;

const countOf = (count: number): string => `${count.toLocaleString('ja-JP')}名`;

const hintOf = (count: number): string =>
  count === 0 ? 'このカテゴリーには、現在販売中の選手がいません。' : `${countOf(count)}の中から、番号またはお名前で検索できます。`;

/** On a phone the field is scrolled to the top, so that the list fits between it and the keyboard. */
const makeRoom = (input: HTMLInputElement) => {
  if (window.matchMedia('(max-width: 47.99em)').matches) input.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'start' });
};

/** Chooses an athlete by number or name, from thousands. */
export const AthleteCombobox = ({ athletes, value, onChange, error, inputRef }: Props) => {
  // The text being typed; null to show the chosen athlete.
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
    // Enter chooses the best match.
    setHighlighted(text === '' ? -1 : 0);
    combobox.openDropdown();
  };

  /** Text that matches exactly one athlete chooses that athlete, also without selecting a row. */
  const leave = () => {
    combobox.closeDropdown();
    const meant = typed === null ? null : exactAthlete(index, typed);
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
      // Content that loads late above the form can move the field, so scroll its open list back into view.
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
          // Not on focus: the field would move under the finger, and the tap would be lost.
          onClick={(event) => {
            combobox.openDropdown();
            makeRoom(event.currentTarget);
          }}
          onKeyDown={(event) => {
            // Enter in the open list never submits the form, even without a match.
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
