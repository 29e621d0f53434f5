// One style for all drawings: a warm round ground, a white sheet, and lines in the colour of the client.

const paper = 'M36 22h40v52l-6.700-4.500-6.600 4.500-6.700-4.500-6.700 4.500-6.600-4.500-6.700 4.500z'

const drawings = {
  /** A payslip with a tick. */
  done: (
    <>
      <path className="illustration-paper" d={paper} />
      <path d="M44 34h24M44 43h16" />
      <circle className="illustration-mark" cx="74" cy="62" r="13" />
      <path className="illustration-on-mark" d="M68 62.500l4.500 4.500 8-9" />
    </>
  ),
  /** A payslip without figures under a magnifying glass. */
  nothing: (
    <>
      <path className="illustration-paper" d={paper} />
      <circle className="illustration-paper" cx="66" cy="52" r="14" />
      <path d="M76 62l12 12" className="illustration-thick" />
      <path d="M60 52h12" />
    </>
  ),
  /** An hourglass that has run through. */
  ended: (
    <>
      <path
        className="illustration-paper"
        d="M40 24h32v8c0 8-10 12-10 16s10 8 10 16v8H40v-8c0-8 10-12 10-16s-10-8-10-16z"
      />
      <path className="illustration-mark" d="M44 72c0-7 6-10 12-10s12 3 12 10z" />
      <path d="M36 24h40M36 72h40" className="illustration-thick" />
    </>
  ),
} as const

export type IllustrationName = keyof typeof drawings

/** A drawing that says nothing the text does not say, so screen readers skip it. */
export const Illustration = ({ name }: { name: IllustrationName }) => (
  <svg className="illustration" viewBox="10 2 92 92" aria-hidden="true" focusable="false">
    <circle className="illustration-ground" cx="56" cy="48" r="46" />
    {drawings[name]}
  </svg>
)
