import { useVirtualizedCombobox } from '@mantine/core';
import type { Athlete } from '@stagereel/contracts';
import { useId, useMemo, useState } from 'react';
import { indexAthletes, searchAthletes } from './athlete-search.ts';

const countOf = (count: number): string => `候補は${count.toLocaleString('ja-JP')}名です。`;

type Input = {
  athletes: readonly Athlete[];
  chosen: Athlete | null;
  /** What is being typed; null when nothing is. */
  typed: string | null;
  onChoose: (athlete: Athlete) => void;
};

/** A list of athletes that is searched while the customer types, and operated with the keyboard. */
export const useAthleteList = ({ athletes, chosen, typed, onChoose }: Input) => {
  const [highlighted, setHighlighted] = useState(-1);
  const listId = useId();
  const optionIdOf = ({ id }: Athlete) => `${listId}-${id}`;
  const index = indexAthletes(athletes);
  const matches = useMemo(() => searchAthletes(index, typed ?? ''), [index, typed]);
  const chosenAt = chosen === null ? -1 : matches.findIndex(({ id }) => id === chosen.id);

  const combobox = useVirtualizedCombobox({
    totalOptionsCount: matches.length,
    getOptionId: (at) => (matches[at] ? optionIdOf(matches[at]) : null),
    selectedOptionIndex: highlighted,
    setSelectedOptionIndex: setHighlighted,
    activeOptionIndex: Math.max(chosenAt, 0),
    onSelectedOptionSubmit: (at) => matches[at] && onChoose(matches[at]),
    onDropdownClose: () => setHighlighted(-1),
  });

  const isOpen = combobox.dropdownOpened;
  const inHand = matches[highlighted];
  return {
    index,
    combobox,
    isOpen,
    /** Enter chooses the best match of a text. */
    highlightBestMatch: (text: string) => setHighlighted(text === '' ? -1 : 0),
    submit: (athleteId: string) => {
      const athlete = matches.find(({ id }) => id === athleteId);
      if (athlete !== undefined) onChoose(athlete);
    },
    /** How many athletes match, announced while the customer types. */
    announcement: typed ? countOf(matches.length) : '',
    listProps: { listId, optionIdOf, athletes: matches, chosen: chosenAt, highlighted },
    ariaOf: (isListed: boolean) => ({
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      'aria-expanded': isListed && matches.length > 0,
      'aria-controls': isListed && matches.length > 0 ? listId : undefined,
      'aria-activedescendant': isListed && inHand ? optionIdOf(inHand) : undefined,
    }),
  };
};
