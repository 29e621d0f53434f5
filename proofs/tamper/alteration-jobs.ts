import { pickTargets, type TamperTarget } from '../../sandbox/src/documents/tampering/amounts.ts'
import type { DocumentReading } from '../../server/src/extraction/document.ts'
import type { Alteration } from './alteration.ts'
import { alterations } from './alterations.ts'
import { certifiesNothingElse } from './certified-fields.ts'
import type { DocumentMaker, DocumentSpec } from './document-maker.ts'
import { honest } from './honest.ts'
import { pointsAt } from './positions.ts'

export const alterationGroups = { altered: alterations, honest }

export type AlterationJob = {
  is: 'alteration'
  spec: DocumentSpec
  group: keyof typeof alterationGroups
  name: string
}
export type AlterationResult = {
  is: 'alteration'
  job: AlterationJob
  isRight: boolean
  /** Whether the expected finding is missing, but everything the reading certifies is still right. */
  isHarmless: boolean
  trust: DocumentReading['trust_score']
  codes: string[]
  messages: string[]
}

export async function checkAlteration(
  job: AlterationJob,
  maker: DocumentMaker,
  read: (bytes: Uint8Array) => Promise<DocumentReading>,
): Promise<AlterationResult> {
  const { drawing, random } = maker.draw(job.spec)
  const alteration = alterationGroups[job.group].find(({ name }) => name === job.name)
  if (!alteration) throw new Error(`there is no alteration "${job.name}"`)
  const bytes = await maker.print(drawing, 'library')
  const targets = pickTargets(drawing, random).slice(0, 1)
  const altered = await alteration.apply({ bytes, drawing, targets, random })
  const reading = await read(altered)
  const { findings, trust_score, rejection } = reading
  // It is also right to reject an altered document; a genuine document must be read.
  const isAsExpected = rejection === null ? isRight(alteration, findings, targets) : alteration.codes !== null
  return {
    is: 'alteration',
    job,
    trust: trust_score,
    isRight: isAsExpected,
    isHarmless:
      !isAsExpected && alteration.codes !== null && certifiesNothingElse(await read(bytes), reading),
    codes: findings.map(({ severity, code }) => `${severity} ${code}`),
    messages: rejection ? [rejection] : findings.map(({ code, message }) => `${code}: ${message}`),
  }
}

function isRight(
  { codes, isPlaced }: Alteration,
  findings: DocumentReading['findings'],
  targets: TamperTarget[],
): boolean {
  if (codes === null) return findings.every(({ severity }) => severity !== 'high')
  const right = findings.filter(({ code }) => codes.test(code))
  const [target] = targets
  if (!isPlaced || !target) return right.length > 0
  // The box is slightly wider than the figure, because the new text may be longer.
  const { page, mark } = target
  const box: [number, number, number, number] = [mark.x - 60, mark.y - 10, 120, 14]
  return right.some((finding) => pointsAt(finding, { page, box }))
}
