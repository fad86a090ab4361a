import type { Athlete } from '@stagereel/contracts';

export type AthletePickerProps = {
  label: string;
  placeholder: string;
  athletes: readonly Athlete[];
  chosen: Athlete | null;
  onChoose: (athlete: Athlete) => void;
  /** For athletes of several categories. */
  showsCategory: boolean;
  /** A search over all athletes: it shows no choice, and the order does not need it. */
  isSearch: boolean;
  /** A chosen number that is not on sale any more; usually empty. */
  unknown: string;
  error?: string | undefined;
  inputRef?: (element: HTMLElement | null) => void;
};
