import { claimDue, newClaims } from './claims.ts'
import type { Site } from './setup.ts'
import { fewSleepers, type Sizes } from './sizes.ts'
import { newStarts, scheduleUrgent } from './starts.ts'
import { claimsInWords, print, startsInWords } from './report-lines.ts'

export type Sites = { few: Site; many: Site }

const newFigures = () => ({ claims: newClaims(), starts: newStarts() })

/** The same work beside few and beside many sleepers, in turns; until the moment comes at the latest. */
export async function measureInTurns(sites: Sites, sizes: Sizes, { until }: { until: number }) {
  const figures = { few: newFigures(), many: newFigures() }
  const turnMs = 2 * (sizes.urgentMs + 1_500)
  for (let turn = 0; turn < sizes.turns && (turn < 2 || Date.now() + turnMs < until); turn++) {
    await measureOnce(sites.few, sizes, figures.few)
    await measureOnce(sites.many, sizes, figures.many)
  }
  if (Date.now() > until) throw new Error('The machine is too slow: the moment came before all was measured')
  print(`beside ${fewSleepers}: ${claimsInWords(figures.few.claims)}; ${startsInWords(figures.few.starts)}`)
  print(
    `beside ${sizes.sleepers}: ${claimsInWords(figures.many.claims)}; ${startsInWords(figures.many.starts)}`,
  )
  return { few: figures.few.claims, many: figures.many.claims }
}

export async function measureOnce(site: Site, sizes: Sizes, { claims, starts } = newFigures()) {
  await claimDue(site, sizes.claimsPerTurn, claims)
  const isOver = (sentForMs: number) => sentForMs > sizes.urgentMs
  await scheduleUrgent(site, { perSecond: 200, into: starts, isOver })
}
