import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport } from '@tabler/icons-react';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { RosterImportDialog } from './roster-import-dialog.tsx';

/** The athletes from and to a CSV file. */
export const RosterFiles = ({ contestId }: { contestId: string }) => {
  const [isImporting, importing] = useDisclosure(false);
  return (
    <Group gap="sm" align="flex-start">
      <Button variant="default" size="sm" h={44} leftSection={<IconFileImport size={18} aria-hidden />} onClick={importing.open}>
        CSVを取り込む
      </Button>
      <DownloadButton path={`/api/contests/${contestId}/athletes/export`}>CSVで書き出す</DownloadButton>
      <RosterImportDialog contestId={contestId} isOpen={isImporting} onClose={importing.close} />
    </Group>
  );
};
