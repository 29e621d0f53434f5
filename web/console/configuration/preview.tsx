import { useEffect, useRef, useState } from 'react'
import {
  type Draft,
  type DraftMessage,
  isReady,
  type PreviewView,
  previewAddress,
} from '../../journey/preview/draft.ts'
import { Choice } from '../../ui/choice.tsx'
import { isSandbox } from '../environment.ts'
import { useCatalogue } from '../providers/names.ts'
import './preview.css'

export type Shown = Omit<Draft, 'view' | 'catalogue' | 'environment'>

const views: { value: PreviewView; label: string }[] = [
  { value: 'welcome', label: 'Welcome' },
  { value: 'consent', label: 'Agreement' },
  { value: 'source', label: 'Ways to share' },
]

/** The journey itself in a frame of our own origin, told what to show. It calls nothing and saves nothing. */
export function JourneyPreview({ shown, first = 'welcome' }: { shown: Shown; first?: PreviewView }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isThere, setIsThere] = useState(false)
  const [view, setView] = useState(first)
  const { data: catalogue } = useCatalogue()
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isReady(data))
        setIsThere(true)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (!isThere || !catalogue) return
    const environment = isSandbox ? 'sandbox' : 'production'
    const message: DraftMessage = { payproofPreview: { ...shown, view, catalogue, environment } }
    frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isThere, catalogue, shown, view])
  return (
    <section className="preview" aria-label="Preview of the journey">
      <Choice label="Screen of the preview" options={views} value={view} onChange={setView} />
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
