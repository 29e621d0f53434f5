import type { DocumentFields } from '@payproof/sdk'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { saveFile } from '../save-file.ts'

type Props = { read: DocumentFields; fileContents: string; onClose: () => void }

/** Saves the file and its values, so that developers can make a test of the document. */
export function ExportDialog({ read, fileContents, onClose }: Props) {
  function onExport() {
    const content = {
      format: 'payproof-document-export',
      version: 1,
      document: read,
      file_contents: fileContents,
    }
    const blob = new Blob([JSON.stringify(content)], { type: 'application/json' })
    saveFile(blob, `document-${read.document_id}.json`)
    onClose()
  }
  return (
    <Dialog title="Export this document for testing?" onClose={onClose}>
      <p>
        The file records the current values as correct. Check all of them first, and correct those that are
        wrong.
      </p>
      <Notice tone="warn" title="The file contains personal data">
        <p>It holds the whole document. Only share it with people who may see this document.</p>
      </Notice>
      <div className="actions">
        <Button onClick={onExport}>Export</Button>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
