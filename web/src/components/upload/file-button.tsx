import type { ButtonProps } from '@mantine/core';
import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type Props = ButtonProps & {
  /** As in the `accept` of a file input. */
  accept: string;
  isMultiple?: boolean;
  /** A folder is chosen, with all that is in it. */
  isFolder?: boolean;
  'aria-label'?: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
};

/** A button that lets files be chosen, also the same one again. */
export const FileButton = ({ accept, isMultiple = false, isFolder = false, onFiles, children, ...props }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          // No property of React's.
          if (isFolder) element?.setAttribute('webkitdirectory', '');
        }}
        hidden
        type="file"
        accept={accept}
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          onFiles(files);
        }}
      />
      <Button {...props} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
};
