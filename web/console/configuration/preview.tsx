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
  { value: 'consent', label: 'Agreement' },
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
      <Choice label="Screen of the preview" options={views} value={view} onChange={setView} />
      {isMissing && (
        <Notice tone="warn">There is no picture at the address of the logo, so people see initials.</Notice>
      )}
      <iframe
        ref={frame}
        className="preview-frame"
        src={previewAddress}
        title="The journey as a person sees it"
      />
      <p className="quiet small">
        The journey itself, for a person who does not exist. Nothing that is pressed in it is sent.
      </p>
    </section>
  )
}
