import type { DocumentWithFile } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, linkOptions, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { countOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'
import { sizeOf } from '../../ui/size.ts'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { CardSummary } from '../documents/card-summary.tsx'
import { DeleteDialog } from '../documents/delete-dialog.tsx'
import { ExportDialog } from '../documents/export-dialog.tsx'
import { bytesFrom } from '../documents/file-bytes.ts'
import { kindOf, Trust } from '../documents/trust-badge.tsx'
import { UnreadNotice } from '../documents/unread-notice.tsx'
import { Viewer } from '../documents/viewer.tsx'
import { QueryState } from '../query-state.tsx'
import { saveFile } from '../save-file.ts'
import { useMember } from '../session.ts'
import { AcceptIdentity } from '../users/accept-identity.tsx'
import { IdentityMatch } from '../users/identity-match.tsx'
import { UserFrame, useUserId } from '../users/user-frame.tsx'
import '../documents/documents.css'

const route = getRouteApi('/inside/users/$user_id/documents/$document_id')

export function Page() {
  return <UserFrame>{() => <Document />}</UserFrame>
}

function Document() {
  const { document_id } = route.useParams()
  const document = useQuery({
    queryKey: ['documents', 'one', document_id],
    queryFn: ({ signal }) => api.documents.get(document_id, { signal }),
  })
  return <QueryState query={document}>{(found) => <One key={found.id} document={found} />}</QueryState>
}

function One({ document }: { document: DocumentWithFile }) {
  const { id, file_name, file_contents } = document
  const { may } = useMember()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const back = linkOptions({ to: '/users/$user_id/documents', params: { user_id: useUserId() } })
  const bytes = useMemo(() => file_contents && bytesFrom(file_contents), [file_contents])
  // For Support, the API returns 403 and the page shows that.
  const read = useQuery({
    queryKey: ['documents', 'one', id, 'fields'],
    queryFn: ({ signal }) => api.documents.getFields(id, { signal }),
  })
  const name = file_name ?? shortened(id)
  return (
    <>
      <div className="page-top">
        <div>
          <Link {...back}>All documents</Link>
          <h2>{name}</h2>
        </div>
        {may('FullMember', 'Underwriter') && (
          <div className="page-actions">
            {bytes && (
              <Button
                kind="secondary"
                onClick={() => saveFile(new Blob([bytes], { type: 'application/pdf' }), name)}
              >
                Download
              </Button>
            )}
            {read.data && file_contents && (
              <Button kind="secondary" onClick={() => setExporting(true)}>
                Export for testing
              </Button>
            )}
            {may('FullMember') && (
              <Button kind="danger" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </div>
        )}
      </div>
      <div className="panel">
        <Facts
          beside
          facts={[
            { name: 'Kind', value: kindOf(document) },
            { name: 'Uploaded', value: <Time at={document.created_at} /> },
            {
              name: 'Length',
              value: `${countOf(document.pages)} ${document.pages === 1 ? 'page' : 'pages'}, ${sizeOf(document.bytes)}`,
            },
            { name: 'Trust', value: <Trust score={document.trust_score} /> },
            {
              name: 'Identity',
              value: (
                <span className="badges">
                  <IdentityMatch match={document.identity_match} acceptedAt={document.identity_accepted_at} />
                  {document.identity_match === 'none' && !document.identity_accepted_at && (
                    <AcceptIdentity document_id={id} />
                  )}
                </span>
              ),
            },
            { name: 'Figures', value: <Verified verified={read.data?.verified} /> },
            ...(document.external_id ? [{ name: 'Your id', value: document.external_id }] : []),
          ]}
        />
      </div>
      {document.unread && <UnreadNotice document_id={id} unread={document.unread} />}
      {document.card_statement && <CardSummary card={document.card_statement} />}
      <QueryState query={read} lines={8}>
        {(found) => bytes && <Viewer read={found} bytes={bytes} />}
      </QueryState>
      {isExporting && read.data && file_contents && (
        <ExportDialog read={read.data} fileContents={file_contents} onClose={() => setExporting(false)} />
      )}
      {isDeleting && (
        <DeleteDialog
          id={id}
          name={name}
          onDone={() => void navigate(back)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

function Verified({ verified }: { verified: boolean | null | undefined }) {
  if (verified === undefined || verified === null) return <span className="quiet">—</span>
  return verified ? <Badge tone="good">They add up</Badge> : <Badge tone="warn">Not all confirmed</Badge>
}
