import { InlineJourney, useJourney } from '@payproof/embed/react'
import { useState } from 'react'
import { fetchLink } from './link.ts'

/** Opens the journey in a dialog. */
export function ShareInDialog() {
  const [message, setMessage] = useState('')
  const journey = useJourney({
    onEvent: (event) => {
      if (event.name === 'data_ready') setMessage('We have received your income.')
    },
    onExit: ({ last_view }) => {
      if (last_view !== 'done') setMessage('You can continue at any time.')
    },
  })
  return (
    <section>
      <button type="button" disabled={journey.isOpen} onClick={async () => journey.open(await fetchLink())}>
        Share my income
      </button>
      <p role="status">{message}</p>
    </section>
  )
}

/** Shows the journey as part of the page. */
export function ShareOnThisPage({ onDone }: { onDone: () => void }) {
  const [link, setLink] = useState<string>()
  const [view, setView] = useState('')
  if (!link)
    return (
      <button type="button" onClick={async () => setLink(await fetchLink())}>
        Share my income on this page
      </button>
    )
  return (
    <>
      <p>Screen: {view}</p>
      <InlineJourney
        link={link}
        language="en"
        onEvent={(event) => event.name === 'view' && setView(event.view)}
        onExit={onDone}
      />
    </>
  )
}
