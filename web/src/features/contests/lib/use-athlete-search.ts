import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { athleteSearchQuery } from '../../../api/contests.ts';

const TYPING_PAUSE_MS = 250;

/** The search of an athlete over all contests. A text that an input method still converts is not searched. */
export const useAthleteSearch = () => {
  const [text, setText] = useState('');
  const [settledText, setSettledText] = useState('');
  const [search] = useDebouncedValue(settledText.trim(), TYPING_PAUSE_MS);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(athleteSearchQuery(search));

  return {
    text,
    onType: ({ value, isComposing }: { value: string; isComposing: boolean }) => {
      setText(value);
      if (!isComposing) setSettledText(value);
    },
    /** The text that the results belong to; empty while there is nothing to show. */
    search: text.trim() === '' ? '' : search,
    found: data,
    /** Whether the results belong to an earlier text. */
    isSearching: isFetching || isPlaceholderData || text.trim() !== search,
    error,
    retry: () => void refetch(),
  };
};
