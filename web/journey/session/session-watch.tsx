import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { now } from '../api.ts'
import { useTexts } from '../texts/index.ts'
import type { JourneySession } from '../types.ts'
import { boot } from './boot.ts'
import { endSession, renewSession } from './session.ts'

const renewBelowMs = 20 * 60_000
const activeWithinMs = 5 * 60_000
const warnBelowMs = 2 * 60_000
const lookMs = 1_000

/**
 * Renews the session of an active person, and warns an inactive one two minutes before it expires (WCAG 2.2.1). If
 * the link expires, the session cannot be renewed, so everyone is warned.
 */
export function SessionWatch({ session }: { session: JourneySession }) {
  const [left, setLeft] = useState(Number.POSITIVE_INFINITY)
  const [isAcknowledged, setAcknowledged] = useState(false)
  const active = useRef(0)
  const renewing = useRef(false)
  const isLast = Date.parse(session.expires_at) >= Date.parse(session.link_expires_at)

  const renew = async () => {
    if (renewing.current) return
    renewing.current = true
    await renewSession().catch(() => {})
    renewing.current = false
  }
  const watch = useRef(() => {})
  watch.current = () => {
    const remaining = Date.parse(session.expires_at) - now()
    // Re-render only when the visible state changes.
    setLeft(remaining < warnBelowMs ? remaining : Number.POSITIVE_INFINITY)
    if (remaining <= 0) endSession(isLast ? 'expired' : 'ended')
    else if (!isLast && remaining < renewBelowMs && Date.now() - active.current < activeWithinMs) renew()
  }

  useEffect(() => {
    const act = () => {
      active.current = Date.now()
    }
    const timer = setInterval(() => watch.current(), lookMs)
    for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, act, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of ['pointerdown', 'keydown'] as const) removeEventListener(name, act)
    }
  }, [])

  if (left > warnBelowMs || (isLast && isAcknowledged)) return null
  return <EndingDialog left={left} isLast={isLast} onStay={isLast ? () => setAcknowledged(true) : renew} />
}

type Ending = { left: number; isLast: boolean; onStay: () => void }

function EndingDialog({ left, isLast, onStay }: Ending) {
  const { t, say, clock } = useTexts()
  const text = isLast ? t.ending.textLink : t.ending.text
  return (
    <Dialog
      title={t.ending.title}
      onClose={onStay}
      actions={<Button onClick={onStay}>{isLast ? t.ending.understood : t.ending.stay}</Button>}
    >
      <p role="timer">{say(text, { time: clock(left), client: boot.client?.name ?? '' })}</p>
    </Dialog>
  )
}
