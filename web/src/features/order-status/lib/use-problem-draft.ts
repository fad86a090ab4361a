import { useState } from 'react';
import { createJsonSlot } from '../../../lib/json-slot.ts';
import { randomId } from '../../../lib/random-id.ts';
import * as z from '../../../lib/shape.ts';

const draftSchema = z.object({ key: z.string().min(1), text: z.string() });

const slotOf = (statusPath: string) =>
  createJsonSlot({ storage: () => globalThis.sessionStorage, key: `stagereel:problem:${statusPath}`, schema: draftSchema });

const newDraft = () => ({ key: randomId(), text: '' });

/**
 * The unsent text about a problem, which survives a reload of the tab. Its key stays the same until it is sent, so that a repeated attempt reports
 * the problem once.
 */
export type ProblemDraft = ReturnType<typeof useProblemDraft>;
export const useProblemDraft = (statusPath: string) => {
  const [slot] = useState(() => slotOf(statusPath));
  const [draft, setDraft] = useState(() => slot.read() ?? newDraft());
  return {
    ...draft,
    setText: (text: string) => {
      const changed = { ...draft, text };
      slot.write(changed);
      setDraft(changed);
    },
    remove: () => {
      slot.remove();
      setDraft(newDraft());
    },
  };
};
