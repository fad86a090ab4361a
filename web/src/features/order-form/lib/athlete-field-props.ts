import type { Athlete } from '@stagereel/contracts';

export const ATHLETE_LABEL = '選手（ゼッケン番号）';

export type AthleteFieldProps = {
  athletes: readonly Athlete[];
  /** The chosen athlete's number; empty for none. */
  value: string;
  onChange: (athleteNumber: string) => void;
  hasCategory: boolean;
  error: string | undefined;
  inputRef: (element: HTMLInputElement | null) => void;
};
