import { Alert, Button, Text } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from './account-details.module.css';

/** Loaded after the page, which renders without it. */
const PasswordDialog = lazy(async () => ({ default: (await import('./password-dialog.tsx')).PasswordDialog }));

const CHANGED = 'パスワードを変更しました。';

/** The signed-in user's details and the button to change the password. */
export const AccountDetails = ({ user }: { user: SessionUser }) => {
  const [isChanging, setChanging] = useState(false);
  const [wasChanged, setWasChanged] = useState(false);

  const changeButton = useRef<HTMLButtonElement>(null);

  const close = () => setChanging(false);
  const finish = () => {
    close();
    setWasChanged(true);
    void showToast({ message: CHANGED, tone: 'success' });
  };

  return (
    <>
      {wasChanged && (
        <Alert role="status" color="teal" variant="light" icon={<IconCircleCheck aria-hidden />}>
          <Text fw={600}>{CHANGED}</Text>
          <Text>この端末では引き続きログインしたままです。ほかの端末では、新しいパスワードでもう一度ログインしてください。</Text>
        </Alert>
      )}
      <DataCard title="登録情報">
        <dl className={styles.facts}>
          {user.name !== null && (
            <div className={styles.fact}>
              <dt>お名前</dt>
              <dd>{user.name}</dd>
            </div>
          )}
          <div className={styles.fact}>
            <dt>メールアドレス</dt>
            <dd>{user.email || user.username}</dd>
          </div>
          <div className={styles.fact}>
            <dt>パスワード</dt>
            <dd>
              <span className={styles.mask} aria-hidden>
                ••••••••
              </span>
              <span className="visually-hidden">設定済み</span>
            </dd>
            <dd className={styles.action}>
              <Button ref={changeButton} variant="default" size="sm" h={44} onClick={() => setChanging(true)} aria-label="パスワードを変更">
                変更
              </Button>
            </dd>
          </div>
        </dl>
      </DataCard>
      <Suspense>
        <PasswordDialog user={user} isOpen={isChanging} onClose={close} onClosed={() => changeButton.current?.focus()} onChanged={finish} />
      </Suspense>
    </>
  );
};
