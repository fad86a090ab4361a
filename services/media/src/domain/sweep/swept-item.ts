/** An item that the sweep has removed, or would remove. `why`: for the operator. `since`: the time from which it was useless. */
export type SweptItem = { what: 'stale upload' | 'expired video' | 'orphaned bytes'; why: string; id: string; bytes: number; since: Date };
