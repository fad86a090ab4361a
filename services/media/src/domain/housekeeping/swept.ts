/** `why`: for the operator. `since`: when it became useless. */
export type Swept = { what: 'stale upload' | 'expired video' | 'orphaned bytes'; why: string; id: string; bytes: number; since: Date };
/** `failed`: the steps that did not come to their end. */
export type SweepOutcome = { swept: Swept[]; failed: string[] };
