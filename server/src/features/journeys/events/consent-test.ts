import { type ConsentLayout, consentLayouts } from '../../../vocabulary/consent-layout.ts'

/**
 * Journeys of each layout that a test compares. With them a difference of five percentage points is found in four of
 * five tests, even from a share of one half, where shares vary most (two-sided test at 5 %).
 */
export const plannedPerLayout = 1_565

/** Quantile of the normal distribution for an interval of 95 %. */
const z = 1.959964

type LayoutCount = { layout: ConsentLayout; journeys: number; agreed: number }

/**
 * Compares the share of journeys that agreed. The outcome is decided once, when both layouts have the planned number
 * of journeys: deciding as soon as a difference shows would find one by chance far more often than in 5 % of tests.
 */
export function compareLayouts(counts: readonly LayoutCount[]) {
  const layouts = consentLayouts.map((layout) => describeLayout(layout, counts))
  const [list, questions] = layouts as [TestedLayout, TestedLayout]
  const difference = list.journeys > 0 && questions.journeys > 0 ? subtract(list, questions) : null
  const isComplete = layouts.every(({ journeys }) => journeys >= plannedPerLayout)
  const outcome: ConsentLayout | 'no-difference' | 'collecting' =
    isComplete && difference ? decide(difference) : 'collecting'
  return {
    planned_per_layout: plannedPerLayout,
    layouts,
    difference,
    outcome,
  }
}

type Interval = { share: number; share_from: number; share_to: number }
type TestedLayout = LayoutCount & { [Name in keyof Interval]: number | null }

function describeLayout(layout: ConsentLayout, counts: readonly LayoutCount[]): TestedLayout {
  const { journeys = 0, agreed = 0 } = counts.find((count) => count.layout === layout) ?? {}
  if (journeys === 0) return { layout, journeys, agreed, share: null, share_from: null, share_to: null }
  const { share, share_from, share_to } = wilsonInterval(agreed, journeys)
  return {
    layout,
    journeys,
    agreed,
    share: round(share),
    share_from: round(share_from),
    share_to: round(share_to),
  }
}

/** Wilson score interval of a share. Unlike the usual approximation it stays within 0 and 1. */
function wilsonInterval(agreed: number, journeys: number): Interval {
  const share = agreed / journeys
  const centre = share + (z * z) / (2 * journeys)
  const margin = z * Math.sqrt((share * (1 - share)) / journeys + (z * z) / (4 * journeys * journeys))
  const scale = 1 + (z * z) / journeys
  return { share, share_from: (centre - margin) / scale, share_to: (centre + margin) / scale }
}

/** Difference of questions to list, with Newcombe's interval, which combines the two Wilson intervals. */
function subtract(list: LayoutCount, questions: LayoutCount): Interval {
  const a = wilsonInterval(questions.agreed, questions.journeys)
  const b = wilsonInterval(list.agreed, list.journeys)
  const share = a.share - b.share
  return {
    share: round(share),
    share_from: round(share - Math.hypot(a.share - a.share_from, b.share_to - b.share)),
    share_to: round(share + Math.hypot(a.share_to - a.share, b.share - b.share_from)),
  }
}

function decide({ share_from, share_to }: Interval): ConsentLayout | 'no-difference' {
  if (share_from > 0) return 'questions'
  return share_to < 0 ? 'list' : 'no-difference'
}

const round = (share: number) => Math.round(share * 10_000) / 10_000
