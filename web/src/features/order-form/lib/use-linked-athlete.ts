import type { Athlete } from '@stagereel/contracts';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Assortment } from './assortment.ts';
import { findLinkedAthlete, readAthleteLink } from './linked-athlete.ts';

const FULL = '1回のご注文の上限に達しているため、この選手を追加できませんでした。';

/**
 * Chooses the athlete that the address names, and removes it from the address, so that a reload does not choose it again. Returns what to tell
 * the customer and what to search for.
 */
export const useLinkedAthlete = ({ assortment, choose }: { assortment: Assortment; choose: (athlete: Athlete) => boolean }) => {
  const [address, setAddress] = useSearchParams();
  const [result, setResult] = useState<{ notice: string | null; searchText: string }>({ notice: null, searchText: '' });
  const link = readAthleteLink(address);
  const isLinked = link !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per link
  useEffect(() => {
    if (link === null) return;
    const found = findLinkedAthlete(link, assortment);
    if (found.athlete === null) setResult(found);
    else setResult({ notice: choose(found.athlete) ? null : FULL, searchText: '' });
    setAddress({}, { replace: true, preventScrollReset: true });
  }, [isLinked]);

  return { ...result, dismiss: () => setResult({ notice: null, searchText: '' }) };
};
