import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { api } from '../api.ts'
import { useUserId } from '../users/user-frame.tsx'
import { bytesFrom } from './file-bytes.ts'
import { PageCanvas } from './page-canvas.tsx'
import { usePageSize, usePdf, useWidth } from './use-pdf.ts'
import './documents.css'

/** Shows the first page of a document beside its figures, with a link to the viewer. */
export function FirstPage({ document_id }: { document_id: string }) {
  const user_id = useUserId()
  const { data } = useQuery({
    queryKey: ['documents', 'one', document_id],
    queryFn: ({ signal }) => api.documents.get(document_id, { signal }),
  })
  const bytes = useMemo(() => data?.file_contents && bytesFrom(data.file_contents), [data])
  if (!bytes) return null
  return (
    <section className="panel" aria-labelledby="first-page">
      <h2 id="first-page">Document</h2>
      <Drawn bytes={bytes} />
      <p>
        <Link to="/users/$user_id/documents/$document_id" params={{ user_id, document_id }}>
          View values and findings in the document
        </Link>
      </p>
    </section>
  )
}

function Drawn({ bytes }: { bytes: Uint8Array }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { pdf, failed } = usePdf(bytes)
  const size = usePageSize(pdf, 1, undefined)
  if (failed) return <p className="quiet">The file cannot be shown.</p>
  return (
    <div ref={frame}>
      {pdf && size && width > 0 && (
        <div className="paper" style={{ width, aspectRatio: `${size.width} / ${size.height}` }}>
          <PageCanvas pdf={pdf} number={1} width={width} />
        </div>
      )}
    </div>
  )
}
