// The journey's icons: 24 × 24, drawn with one line width in the colour of the text.
const paths = {
  briefcase: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  payslip: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21a7.5 7.5 0 0 1 15 0',
  bank: 'M4 9.5 12 4l8 5.5zM6 10v8M10 10v8M14 10v8M18 10v8M4 20.5h16',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.500V6zM9 12l2.2 2.200L15.2 10',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.500V12l3 2',
  hand: 'M4 12h10M10 8l4 4-4 4M14 4h6v16h-6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  cross: 'M6 6l12 12M18 6L6 18',
  tick: 'M5 12.500l4.5 4.5L19 7.500',
  circle: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  phone: 'M7 3h10v18H7zM11 18h2',
} as const

export type IconName = keyof typeof paths

/** A decorative icon; the text beside it says the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
