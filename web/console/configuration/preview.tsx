import type { AuthorisationTerm, Configuration } from '@payproof/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type DraftMessage, isReady, type PreviewView, previewAddress } from '../../journey/preview/draft.ts'
import { Choice } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCatalogue } from '../providers/names.ts'
import { draftOf } from './draft.ts'
import { useLogo } from './logo.ts'
import './preview.css'

const views: { value: PreviewView; label: string }[] = [
  { value: 'welcome', label: 'Welcome' },
  { value: 'consent', label: 'Consent' },
  { value: 'source', label: 'Ways to share' },
]

type Props = { settings: Configuration; term: AuthorisationTerm; first?: PreviewView }

/**
 * Shows the real journey in a same-origin frame that is controlled by messages. It calls no API and saves nothing.
 */
export function JourneyPreview({ settings, term, first = 'welcome' }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isThere, setIsThere] = useState(false)
  const [view, setView] = useState(first)
  const { data: catalogue } = useCatalogue()
  const { picture: logo, isMissing } = useLogo(settings.client_logo)
  const message = useMemo<DraftMessage | undefined>(
    () => catalogue && { payproofPreview: { ...draftOf(settings, { term, logo, catalogue }), view } },
    [settings, term, logo, catalogue, view],
  )
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isReady(data))
        setIsThere(true)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (isThere && message) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isThere, message])
  return (
    <section className="preview" aria-label="Preview of the journey">
      <Choice label="Previewed screen" options={views} value={view} onChange={setView} />
      {isMissing && <Notice tone="warn">There is no image at the logo’s URL, so people see initials.</Notice>}
      <iframe ref={frame} className="preview-frame" src={previewAddress} title="Journey as people see it" />
      <p className="quiet small">
        This is the real journey with a sample person. Nothing you do in it is saved.
      </p>
    </section>
  )
}
