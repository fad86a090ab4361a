import { Stack } from '@mantine/core';
import { EmailField } from '../../../components/ui/email-field.tsx';
import { NameField } from '../../../components/ui/name-field.tsx';
import { NewPasswordFields } from '../../../components/ui/new-password-fields.tsx';
import { TouchCheckbox } from '../../../components/ui/touch-checkbox.tsx';
import type { CustomerForm } from '../model/use-customer-form.ts';
import styles from './customer-fields.module.css';

type Props = { form: CustomerForm; offersAutoLogin: boolean };

/** Who orders, and whether an account shall be made with the order. */
export const CustomerFields = ({ form: { values, errors, set, inputRef }, offersAutoLogin }: Props) => (
  <Stack gap="md">
    <EmailField
      ref={inputRef('email')}
      description="認証コードと、動画のダウンロードのご案内をお送りします。"
      value={values.email}
      onChange={(event) => set({ email: event.currentTarget.value })}
      error={errors.email}
    />
    <NameField
      ref={inputRef('name')}
      value={values.name}
      onChange={(event) => set({ name: event.currentTarget.value })}
      error={errors.name}
    />
    {offersAutoLogin && (
      <div className={styles.option}>
        <TouchCheckbox
          label="次回から自動でログインする"
          description="ご注文と同時に、利用規約に同意のうえ会員登録を行います。会員登録をしなくてもご注文いただけます。"
          checked={values.wantsAutoLogin}
          onChange={(event) => set({ wantsAutoLogin: event.currentTarget.checked })}
        />
        {values.wantsAutoLogin && (
          <Stack gap="md" mt="md">
            <NewPasswordFields values={values} errors={errors} onChange={set} inputRef={inputRef} />
          </Stack>
        )}
      </div>
    )}
  </Stack>
);
