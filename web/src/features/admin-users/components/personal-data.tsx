import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { normaliseEmail } from '@stagereel/contracts';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useErasePersonalDataAsAdmin, useExportPersonalDataAsAdmin } from '../../../api/personal-data.ts';
import { usersQuery } from '../../../api/users.ts';
import { ErasureFacts } from '../../../components/shop/erasure-facts.tsx';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

const TRY_AGAIN = 'もう一度お試しください。';

const problemsOf = ({ email }: { email: string }) => withoutEmpty({ email: emailProblem(email) });

/** Both procedures for an address whose owner asked in another way, such as by mail. The second step confirms the erasure. */
const PersonalDataForm = ({ onClose }: { onClose: () => void }) => {
  const queryClient = useQueryClient();
  const form = useCheckedForm({ opening: () => ({ email: '' }), fields: ['email'] as const, problemsOf });
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const save = useExportPersonalDataAsAdmin();
  const erase = useErasePersonalDataAsAdmin({
    onSettled: () => void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey }),
  });

  const fail = (title: string) => (error: unknown) => {
    const message = userMessageOf(error, TRY_AGAIN);
    setFailure(`${title}。${message}`);
    void showToast({ title, message, tone: 'error' });
  };
  const withAddress = (run: (email: string) => void) => {
    setFailure(null);
    if (form.check()) run(normaliseEmail(form.values.email));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withAddress((email) =>
      save.mutate(email, {
        onSuccess: () => void showToast({ title: '個人情報のファイルを保存しました', message: email, tone: 'success' }),
        onError: fail('ファイルを保存できませんでした'),
      }),
    );
  };
  const confirmErasure = (email: string) => {
    setFailure(null);
    erase.mutate(email, {
      onSuccess: ({ pseudonym }) => {
        void showToast({ title: '個人情報の消去を受け付けました', message: `記録では「${pseudonym}」と表示されます。`, tone: 'success' });
        onClose();
      },
      onError: fail('消去できませんでした'),
    });
  };

  if (asked !== null) {
    return (
      <Stack gap="lg">
        <Text>
          <Text span inherit fw={700} style={{ overflowWrap: 'anywhere' }}>
            {asked}
          </Text>{' '}
          についての情報を消去します。この操作は取り消せません。
        </Text>
        <ErasureFacts order={3} />
        <FormErrors messages={failure === null ? [] : [failure]} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
            戻る
          </Button>
          <Button color="red.8" loading={erase.isPending} onClick={() => confirmErasure(asked)}>
            消去する
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text>
          ご本人からの請求に応じて、メールアドレスについて保存している情報を、ファイルで書き出すか、消去します。ご本人であることを先に確認してください。どちらの操作も、操作履歴に記録されます。
        </Text>
        <EmailField
          ref={form.inputRef('email')}
          autoComplete="off"
          data-autofocus
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        <FormErrors messages={failure === null ? [] : [failure]} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" color="red.8" onClick={() => withAddress(setAsked)}>
            消去に進む
          </Button>
          <Button type="submit" leftSection={<IconDownload size={18} aria-hidden />} loading={save.isPending}>
            ファイルで書き出す
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** The button and the dialog with which an admin shows or erases the data about an address. */
export const PersonalData = () => {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="sm" h={44} leftSection={<IconFileText size={18} aria-hidden />} onClick={dialog.open}>
        個人情報の開示・消去
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title="個人情報の開示・消去">
        <PersonalDataForm onClose={dialog.close} />
      </Dialog>
    </>
  );
};
