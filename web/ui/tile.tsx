import { type ReactNode, useState } from 'react'

type Props = {
  title: string
  detail?: ReactNode
  /** URL of a same-origin logo; initials are shown if it is missing. */
  logo?: string | null
  mark?: ReactNode
  badge?: string
  onClick: () => void
}

/** A button for one of several options. */
export const Tile = ({ title, detail, logo, mark, badge, onClick }: Props) => (
  <button type="button" className="tile" onClick={onClick}>
    {mark ? (
      <span className="logo" aria-hidden="true">
        {mark}
      </span>
    ) : (
      logo !== undefined && <Logo name={title} src={logo} />
    )}
    <span className="tile-words">
      <span className="tile-head">
        <span className="tile-title">{title}</span>
        {badge && <span className="badge">{badge}</span>}
      </span>
      {detail && <span className="tile-detail">{detail}</span>}
    </span>
    <span className="tile-arrow" aria-hidden="true" />
  </button>
)

/** A decorative logo; the name is always written beside it. */
export function Logo({ name, src }: { name: string; src: string | null }) {
  const [missing, setMissing] = useState(false)
  return (
    <span className="logo" aria-hidden="true">
      {src && !missing ? <img src={src} alt="" onError={() => setMissing(true)} /> : initialsOf(name)}
    </span>
  )
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter((part) => /^\p{L}/u.test(part))
    .slice(0, 2)
    .map((part) => part[0]?.toUpperCase())
    .join('')
