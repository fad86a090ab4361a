export type Clock = () => Date;

export const addSeconds = ({ to, seconds }: { to: Date; seconds: number }): Date => new Date(to.getTime() + seconds * 1000);
