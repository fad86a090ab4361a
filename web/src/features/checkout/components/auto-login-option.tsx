import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { NewPasswordFields } from '../../../components/ui/password-fields.tsx';
import { TouchCheckbox } from '../../../components/ui/touch-inputs.tsx';
import type { CustomerForm } from '../lib/use-customer-form.ts';
import styles from './auto-login-option.module.css';

/** The option to create an account with the order, and its password, which is entered once. */
export const AutoLoginOption = ({ form: { values, errors, set, inputRef, customer } }: { form: CustomerForm }) => {
  const [isChanging, setIsChanging] = useState(false);
  const isKept = customer.isPasswordKept === true && !isChanging;
  return (
    <div className={styles.option}>
      <TouchCheckbox
        label="会員登録して、購入履歴に残す（任意）"
        description="次回から自動ログインで注文できます。ご注文と同時に、利用規約に同意のうえ会員登録を行います。登録しなくてもご注文いただけます。"
        checked={values.wantsAutoLogin}
        onChange={(event) => set({ wantsAutoLogin: event.currentTarget.checked })}
      />
      {values.wantsAutoLogin && isKept && (
        <Group gap="sm" mt="sm" justify="space-between">
          <Text size="sm">パスワードは設定済みです。</Text>
          <Button variant="default" onClick={() => setIsChanging(true)}>
            パスワードを変更する
          </Button>
        </Group>
      )}
      {values.wantsAutoLogin && !isKept && (
        <Stack gap="md" mt="md">
          <NewPasswordFields values={values} errors={errors} onChange={set} inputRef={inputRef} />
        </Stack>
      )}
    </div>
  );
};
