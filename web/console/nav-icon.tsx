import { commonPaths, LineIcon } from '../ui/line-icon.tsx'

// Icons of the navigation.
const paths = {
  ...commonPaths,
  gauge: 'M4 18a8.5 8.5 0 1 1 16 0M12 16l4-5M4 18h16',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14a6.5 6.5 0 0 1 3.5 6',
  checklist: 'M4 6l1.5 1.5L8 5M4 12.5 5.5 14 8 11.5M4 19l1.5 1.5L8 18M12 6.5h8M12 13h8M12 19.5h8',
  webhook:
    'M12 8.5a3 3 0 1 0-2.5-1.3L6 14M6 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 20a3 3 0 1 0-2.8-4M9 17h6M12 8.5l3.5 6',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M17 12v4M20.5 12v3',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8.5 8h2M8.5 12h2M8.5 16h2',
  flask: 'M9 3h6M10 3v6L4.5 19.5a1 1 0 0 0 1 1.5h13a1 1 0 0 0 1-1.5L14 9V3M7.5 15h9',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  sliders:
    'M4 7h9M17 7h3M15 9.5a2 2 0 1 0 0-5 2 2 0 0 0 0 5zM4 17h3M11 17h9M9 19.5a2 2 0 1 0 0-5 2 2 0 0 0 0 5z',
} as const

export type NavIconName = keyof typeof paths

export const NavIcon = ({ name }: { name: NavIconName }) => <LineIcon path={paths[name]} />
