import type { ComingSoonContest, Contest } from '@stagereel/contracts';

/** The public lists as they were when the server sent this page. */
type InitialData = { contests: Contest[]; comingSoon: ComingSoonContest[] };

const read = (): Partial<InitialData> => {
  const text = globalThis.document?.getElementById('initial-data')?.textContent;
  try {
    return text ? (JSON.parse(text) as InitialData) : {};
  } catch {
    return {};
  }
};

let data: Partial<InitialData> | undefined;

/** What the gateway embedded into the page; undefined where it embedded nothing. */
export const initialData = {
  contests: (): Contest[] | undefined => {
    data ??= read();
    return data.contests;
  },
  comingSoon: (): ComingSoonContest[] | undefined => {
    data ??= read();
    return data.comingSoon;
  },
};
