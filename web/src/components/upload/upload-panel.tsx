import { Alert, Button, List, Stack, Text } from '@mantine/core';
import type { MediaType } from '@stagereel/contracts';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UploadPlace } from '../../lib/uploads/remembered-uploads.ts';
import type { RefusedFile } from '../../lib/uploads/upload-files.ts';
import { FormErrors } from '../ui/form-errors.tsx';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import styles from './upload.module.css';
import { UploadDrop } from './upload-drop.tsx';
import { UploadRow } from './upload-row.tsx';
import { UploadTotal } from './upload-total.tsx';
import { useUploads } from './use-uploads.ts';

const SHOWN = 10;

const RefusedFiles = ({ files }: { files: readonly RefusedFile[] }) => (
  <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle aria-hidden />} title="次のファイルは追加できませんでした">
    <List spacing={4}>
      {files.slice(0, SHOWN).map(({ name, reason }, index) => (
        // Two folders may hold files of one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced whole
        <List.Item key={index}>
          {name}（{reason}）
        </List.Item>
      ))}
    </List>
    {files.length > SHOWN && <Text>ほか{files.length - SHOWN}件</Text>}
  </Alert>
);

type Props = {
  place: UploadPlace;
  only?: MediaType;
  /** What is uploaded, as a noun. */
  what: string;
  hint: ReactNode;
  onUploaded: () => void;
};

/** Choosing files, sending them, and following them on their way. */
export const UploadPanel = ({ place, only, what, hint, onUploaded }: Props) => {
  const uploads = useUploads({ place, only, onUploaded });
  const { queue, files, summary, refused, problem, unfinished } = uploads;
  return (
    <Stack gap="md">
      <UploadDrop label={`${what}のファイル選択`} only={only} isDisabled={summary.isBusy} hint={hint} onFiles={uploads.choose} />
      {refused.length > 0 && <RefusedFiles files={refused} />}
      {unfinished.length > 0 && !summary.isBusy && <UnfinishedUploads uploads={unfinished} onDiscard={uploads.discard} />}
      {files.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className={`${styles.list} ${styles.files}`} aria-label={`アップロードする${what}`} tabIndex={0}>
          {files.map((queued) => (
            <UploadRow
              key={queued.id}
              queued={queued}
              queue={queue}
              isBusy={summary.isBusy}
              readyWords={uploads.isContinued(queued) ? '続きから送信します' : ''}
            />
          ))}
        </ul>
      )}
      {problem !== null && <FormErrors messages={[problem]} />}
      {summary.isBusy && <UploadTotal summary={summary} queue={queue} />}
      <div>
        <Button leftSection={<IconUpload size={18} aria-hidden />} disabled={summary.isBusy} onClick={uploads.start}>
          {files.length > 0 ? `${files.length}件をアップロード` : 'アップロード'}
        </Button>
      </div>
    </Stack>
  );
};
