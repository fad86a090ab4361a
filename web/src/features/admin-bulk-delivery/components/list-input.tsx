import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { FileButton } from '../../../components/upload/file-button.tsx';
import { ListUnreadable, readListFile } from '../matching/pasted-list.ts';

type Props = {
  /** Kept by the caller, so that nothing typed is lost when the list is shown again. */
  text: string;
  onText: (text: string) => void;
  /** @throws {ListUnreadable} */
  onList: (text: string) => void;
};

/** A list of bib numbers and URLs: pasted from a spreadsheet, typed, dropped or chosen as a CSV file. */
export const ListInput = ({ text, onText, onList }: Props) => {
  const [problem, setProblem] = useState<string | null>(null);
  const read = (list: string) => {
    onText(list);
    setProblem(null);
    try {
      onList(list);
    } catch (error) {
      if (!(error instanceof ListUnreadable)) throw error;
      setProblem(error.message);
    }
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      read(await readListFile(file));
    } catch (error) {
      setProblem(error instanceof ListUnreadable ? error.message : 'ファイルを読み取れませんでした。選び直してください。');
    }
  };
  return (
    <Stack gap="sm">
      <Textarea
        label="ゼッケン番号とURLの一覧"
        description="表計算ソフトのセルをそのまま貼り付けるか、CSVファイルをここにドロップしてください。見出しはなくても構いません。大会・カテゴリ・向き（縦／横）・注文番号の列も使えます。"
        placeholder={'12\t縦\thttps://…\n13\t横\thttps://…'}
        value={text}
        error={problem}
        rows={6}
        onChange={({ currentTarget: { value } }) => {
          setProblem(null);
          onText(value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          // A pasted list is read without a click on the button; other pasted text is inserted as usual.
          if (text.trim() !== '' || !/https?:\/\//iu.test(pasted)) return;
          event.preventDefault();
          read(pasted);
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          void readFile(event.dataTransfer.files[0]);
        }}
      />
      <Group gap="sm" justify="space-between">
        <FileButton
          accept=".csv,.tsv,.txt,text/csv"
          variant="default"
          size="sm"
          h={44}
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          onFiles={([file]) => void readFile(file)}
        >
          CSVファイルを選ぶ
        </FileButton>
        <Button size="sm" h={44} disabled={text.trim() === ''} onClick={() => read(text)}>
          一覧を確認
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        同じURLを別の動画に使うときは、納品の前に確認します。
      </Text>
    </Stack>
  );
};
