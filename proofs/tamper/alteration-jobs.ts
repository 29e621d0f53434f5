import { pickTargets, type Target } from '../../sandbox/src/documents/tampering/amounts.ts'
import type { Reading } from '../../server/src/extraction/document.ts'
import { alterations } from './alterations.ts'
import { honest } from './honest.ts'
import type { Maker, Wanted } from './document-maker.ts'
import { pointsAt } from './positions.ts'
import type { Trick } from './alteration.ts'

export const tricks = { altered: alterations, honest }

export type TrickJob = { is: 'trick'; wanted: Wanted; group: keyof typeof tricks; name: string }
export type TrickOutcome = {
  is: 'trick'
  job: TrickJob
  isRight: boolean
  trust: Reading['trust_score']
  codes: string[]
  messages: string[]
}

export async function tryTrick(
  job: TrickJob,
  maker: Maker,
  read: (bytes: Uint8Array) => Promise<Reading>,
): Promise<TrickOutcome> {
  const { drawing, random } = maker.draw(job.wanted)
  const trick = tricks[job.group].find(({ name }) => name === job.name)
  if (!trick) throw new Error(`There is no trick "${job.name}"`)
  const bytes = await maker.print(drawing, 'library')
  const targets = pickTargets(drawing, random).slice(0, 1)
  const altered = await trick.apply({ bytes, drawing, targets, random })
  const { findings, trust_score, rejection } = await read(altered)
  return {
    is: 'trick',
    job,
    trust: trust_score,
    // What is not read cannot deceive anybody; an honest paper has to be read.
    isRight: rejection === null ? isRight(trick, findings, targets) : trick.codes !== null,
    codes: findings.map(({ severity, code }) => `${severity} ${code}`),
    messages: rejection ? [rejection] : findings.map(({ code, message }) => `${code}: ${message}`),
  }
}

function isRight({ codes, isPlaced }: Trick, findings: Reading['findings'], targets: Target[]): boolean {
  if (codes === null) return findings.every(({ severity }) => severity !== 'high')
  const right = findings.filter(({ code }) => codes.test(code))
  const [target] = targets
  if (!isPlaced || !target) return right.length > 0
  // A little wider than the figure, which is longer than it was.
  const { page, mark } = target
  const box: [number, number, number, number] = [mark.x - 60, mark.y - 10, 120, 14]
  return right.some((finding) => pointsAt(finding, { page, box }))
}
