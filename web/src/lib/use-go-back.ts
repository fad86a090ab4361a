import { useNavigate } from 'react-router-dom';
import { paths } from '../config/paths.ts';

/** The router numbers the pages of a visit; the first has none before it, even when the browser comes from another site. */
const hasPageBefore = (): boolean => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
};

/** Leads to the page before this one, home when there is none. */
export const useGoBack = (): (() => void) => {
  const navigate = useNavigate();
  return () => void (hasPageBefore() ? navigate(-1) : navigate(paths.home.to()));
};
