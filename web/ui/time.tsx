import { clockTextOf, dayOf, utcOf } from './format.ts'

type Props = {
  at: string
  /** Whether seconds are shown. */
  seconds?: boolean
}

/** A date and time in the UK's time zone. Its tooltip has the same moment in UTC. */
export const Time = ({ at, seconds = false }: Props) => (
  <time className="nowrap" dateTime={at} title={utcOf(at)}>
    {dayOf(at)}, {clockTextOf(at, { seconds })}
  </time>
)

/** A time of day in the UK's time zone, next to its date. */
export const Clock = ({ at }: { at: string }) => (
  <time dateTime={at} title={utcOf(at)}>
    {clockTextOf(at, { seconds: true })}
  </time>
)
