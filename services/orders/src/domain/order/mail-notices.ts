import { EventEmitter } from 'node:events';

/** Tells requests in this process that a mail outcome was recorded. `causedBy` is the event that caused the mail. */
export type MailNotices = {
  notify: (causedBy: string) => void;
  /** Resolves at the next notice, or after the time. */
  wait: (causedBy: string, ms: number) => Promise<void>;
};

export const createMailNotices = (): MailNotices => {
  const notices = new EventEmitter();
  notices.setMaxListeners(0);
  return {
    notify: (causedBy) => void notices.emit(causedBy),
    wait: (causedBy, ms) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer);
          notices.off(causedBy, finish);
          resolve();
        };
        const timer = setTimeout(finish, ms);
        notices.once(causedBy, finish);
      }),
  };
};
