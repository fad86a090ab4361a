import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PAID_ORDER_YEARS } from '@stagereel/contracts';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useErasePersonalDataAsAdmin, useExportPersonalDataAsAdmin } from '../../../api/admin-personal-data.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { addressOf, addressProblem } from '../lib/typed-address.ts';

const TRY_AGAIN = 'もう一度お試しください。';

/** Both procedures for an address whose owner asked in another way, such as by mail. The second step confirms the erasure. */
const PersonalDataForm = ({ onClose }: { onClose: () => void }) => {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const save = useExportPersonalDataAsAdmin();
  const erase = useErasePersonalDataAsAdmin();

  const fail = (title: string) => (error: unknown) => {
    const message = userMessageOf(error, TRY_AGAIN);
    setFailure(`${title}。${message}`);
    void showToast({ title, message, tone: 'error' });
  };
  const withAddress = (run: (address: string) => void) => {
    setFailure(null);
    const found = addressProblem(email);
    setProblem(found);
    if (found !== null) return input.current?.focus();
    run(addressOf(email));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withAddress((address) =>
      save.mutate(address, {
        onSuccess: () => void showToast({ title: '個人情報のファイルを保存しました', message: address, tone: 'success' }),
        onError: fail('ファイルを保存できませんでした'),
      }),
    );
  };
  const confirmErasure = (address: string) => {
    setFailure(null);
    erase.mutate(address, {
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
        <Text>
          会員アカウント、手続きの途中の情報、販売開始のお知らせのお申し込みを削除し、ログイン、メール、操作の記録のメールアドレスを、どなたのものか分からない記号に置き換えます。お支払い済みの注文の記録は、法令に従い
          {PAID_ORDER_YEARS}年間残り、未納品の動画はこれまでどおり納品できます。
        </Text>
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
        <TextInput
          ref={input}
          type="email"
          label={<FieldLabel required>請求された方のメールアドレス</FieldLabel>}
          required
          withAsterisk={false}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setProblem(null);
          }}
          error={problem}
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
