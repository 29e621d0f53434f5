import { commonPaths, LineIcon } from './line-icon.tsx'

// Icons of the journey.
const paths = {
  ...commonPaths,
  briefcase: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  payslip: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  bank: 'M4 9.5 12 4l8 5.5zM6 10v8M10 10v8M14 10v8M18 10v8M4 20.5h16',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
  hand: 'M4 12h10M10 8l4 4-4 4M14 4h6v16h-6',
  cross: 'M6 6l12 12M18 6L6 18',
  tick: 'M5 12.5l4.5 4.5L19 7.5',
  circle: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  phone: 'M7 3h10v18H7zM11 18h2',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { name: IconName }) => <LineIcon path={paths[name]} />
