import { Button, Text } from '@mantine/core';
import { IconBell, IconCheck } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { requestSaleNotice } from '../../../api/contests.ts';
import { useSessionUser } from '../../../api/session.ts';
import { isUnauthorized, userMessageOf } from '../../../lib/api-error.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import styles from './sale-notice.module.css';

const SaleNoticeDialog = lazy(async () => ({ default: (await import('./sale-notice-dialog.tsx')).SaleNoticeDialog }));

type Props = { contest: { id: string; name: string }; describedBy: string };

/** Asks for one mail when the sale of a contest starts: a member with one tap, everybody else with an address proven by a code. */
export const SaleNotice = ({ contest, describedBy }: Props) => {
  const { user } = useSessionUser();
  const [email, setEmail] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  const request = useSingleMutation({ mutationFn: requestSaleNotice });

  const openDialog = () => {
    setWasOpened(true);
    setIsOpen(true);
  };

  const start = () => {
    if (user?.emailProven !== true) return openDialog();
    request.mutate(
      { contestId: contest.id, email: user.email },
      {
        onSuccess: () => setEmail(user.email),
        onError: (error) => isUnauthorized(error) && openDialog(),
      },
    );
  };

  return (
    <>
      {email === null ? (
        <Button
          ref={button}
          variant="default"
          fullWidth
          leftSection={<IconBell size={18} aria-hidden />}
          onClick={start}
          loading={request.isPending}
          aria-describedby={describedBy}
        >
          販売開始を知らせる
        </Button>
      ) : (
        <p ref={result} className={styles.done} tabIndex={-1} role="status">
          <IconCheck size={20} aria-hidden className={styles.check} />
          <span>
            <strong>{email}</strong> で受け付けました。販売開始の際に1通だけお知らせし、その後アドレスを削除します。
          </span>
        </p>
      )}
      {request.isError && !isUnauthorized(request.error) && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {userMessageOf(request.error, '登録できませんでした。しばらくしてからもう一度お試しください。')}
        </Text>
      )}
      {wasOpened && (
        <Suspense>
          <SaleNoticeDialog
            contest={contest}
            initialEmail={user?.email ?? ''}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => (button.current ?? result.current)?.focus()}
            onRequested={setEmail}
          />
        </Suspense>
      )}
    </>
  );
};
