import { exactMoneyOf, moneyOf } from '../../ui/format.ts'

/** Formats whole pounds for axis labels. */
export const axisMoney = (pounds: number) => exactMoneyOf(String(Math.round(pounds)))

/** Tooltip settings of all charts; amounts are shown to the penny. */
export const tooltip = {
  formatter: (value: unknown) => moneyOf(Number(value).toFixed(2)),
  cursor: { fill: 'var(--sunken)' },
  contentStyle: {
    background: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 6,
    color: 'var(--text)',
  },
  itemStyle: { color: 'var(--text)' },
  isAnimationActive: false,
} as const
