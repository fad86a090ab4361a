import { setTimeout as pause } from 'node:timers/promises';

const PAUSES_MS = [100, 200, 400];

/**
 * Asks again when the answer is null: what a broken connection had reserved and did not send is given back a moment later, and whoever
 * resumes at once must not be refused for it.
 */
export const patiently = async <Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> => {
  let answer = await ask();
  for (const ms of PAUSES_MS) {
    if (answer !== null) break;
    await pause(ms);
    answer = await ask();
  }
  return answer;
};
