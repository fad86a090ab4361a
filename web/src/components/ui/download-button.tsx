import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { requestFile } from '../../lib/api-client.ts';
import { userMessageOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { FormErrors } from './form-errors.tsx';

type Props = {
  /** The file's path; requested by GET with the session. */
  path: string;
  /** The label. */
  note?: string;
  /** In a row of other tools: the note is the tooltip. */
  isDense?: boolean;
  children: string;
};

/** Fetches a file and saves it, so that an error response is shown as text instead of saved. */
export const DownloadButton = ({ path, note, isDense = false, children }: Props) => {
  const noteId = useId();
  const { mutate, isPending, error } = useSingleMutation<void, string>({
    mutationFn: async (wanted) => saveFile(await requestFile(wanted)),
  });
  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        size="sm"
        h={isDense ? 'var(--dense-control)' : 44}
        title={isDense ? note : undefined}
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={isPending}
        aria-describedby={note === undefined ? undefined : noteId}
        onClick={() => mutate(path)}
      >
        {children}
      </Button>
      {note !== undefined && (
        <Text id={noteId} size="xs" c="dimmed" className={isDense ? 'visually-hidden' : undefined}>
          {note}
        </Text>
      )}
      {error && <FormErrors messages={[userMessageOf(error, 'ファイルを書き出せませんでした。もう一度お試しください。')]} />}
    </Stack>
  );
};
