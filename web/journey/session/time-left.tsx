import { useEffect, useState } from 'react'
import { now } from '../api.ts'
import { useTexts } from '../texts/index.ts'

/** Returns the milliseconds until a deadline by the service's clock, updated every second. */
export function useTimeLeft(until: string) {
  const [left, setLeft] = useState(() => Date.parse(until) - now())
  useEffect(() => {
    const look = () => setLeft(Date.parse(until) - now())
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [until])
  return left
}

/** Shows a countdown. It is announced to screen readers once a minute, because every second would be unusable. */
export function TimeLeft({ left, text }: { left: number; text: string }) {
  const { t, say, plural, clock } = useTexts()
  const minutes = Math.ceil(left / 60_000)
  return (
    <div>
      <p className="quiet clock" aria-hidden="true">
        {say(text, { time: clock(left) })}
      </p>
      <p className="visually-hidden" role="status">
        {left <= 30_000 ? t.mfa.leftLittle : plural(t.mfa.leftSpoken, minutes)}
      </p>
    </div>
  )
}
