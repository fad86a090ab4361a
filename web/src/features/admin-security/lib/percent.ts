/** `98.5%`; a dash when there was nothing to count. */
export const percentText = (percent: number | null): string => (percent === null ? '－' : `${percent}%`);
