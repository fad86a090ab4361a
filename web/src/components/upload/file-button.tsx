import type { ButtonProps } from '@mantine/core';
import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

type Props = ButtonProps & {
  /** The `accept` attribute of the file input. */
  accept: string;
  isMultiple?: boolean;
  /** Lets the user choose a folder instead of files. */
  isFolder?: boolean;
  'aria-label'?: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
};

/** A button that opens the file dialog; the same file can be chosen again. */
export const FileButton = ({ accept, isMultiple = false, isFolder = false, onFiles, children, ...props }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          // React has no property for this attribute.
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
