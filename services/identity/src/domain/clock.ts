export type Clock = () => Date;

export const later = ({ than, seconds }: { than: Date; seconds: number }): Date => new Date(than.getTime() + seconds * 1000);
