import type { PayslipLine, TextPiece } from '../text/lines.ts'
import { normaliseLabel } from '../text/values.ts'
import { identityTuning } from '../tuning/facts.ts'
import { type AddressBlock, findAddressBlocks, withoutLeadingName } from './address.ts'
import { readEmployer } from './employer-name.ts'
import { readRole } from './job-title.ts'
import type { LabelledFacts } from './labelled-facts.ts'
import type { NamedParty } from './named-party.ts'
import { readName } from './person-name.ts'

// Reads the names of employee and employer, the job title and the employee's address.

export type PayslipIdentity = {
  name: NamedParty | null
  employer: NamedParty | null
  role: NamedParty | null
  address: AddressBlock | null
}

export function readIdentity(lines: PayslipLine[], facts: LabelledFacts): PayslipIdentity {
  const printed = findAddressBlocks(lines, facts)
  const name = readName(lines, facts, printed)
  const blocks = name ? printed.map((block) => withoutLeadingName(block, name.text)) : printed
  const employer = readEmployer(lines, facts, blocks, name)
  const address = chooseAddress(blocks, name, employer)
  return { name, employer, role: readRole(lines, facts, { address, name, employer, blocks }), address }
}

function chooseAddress(
  blocks: AddressBlock[],
  name: NamedParty | null,
  employer: NamedParty | null,
): AddressBlock | null {
  const employeeName = name?.text ? normaliseLabel(name.text) : null
  const isHeadedBy = ({ linesAbove }: AddressBlock, party: string | null) =>
    party !== null && linesAbove.some(({ text }) => normaliseLabel(text) === party)
  const underName =
    blocks.find((block) => isHeadedBy(block, employeeName)) ?? findBehindName(blocks, employeeName)
  if (underName) return underName
  const employerName = employer && normaliseLabel(employer.text)
  // `Brindlewick Care, 2 Quay Road, Poole BH15 4AB` begins with the name of the employer.
  const isOfEmployer = ({ lines: [first] }: AddressBlock) =>
    !!employerName && normaliseLabel(first?.text.split(',')[0] ?? '') === employerName
  const others = blocks.filter(
    (block) =>
      !isHeadedBy(block, employerName) &&
      block.owner !== 'employer' &&
      !isOfEmployer(block) &&
      (block.owner === 'employee' || !isUnder(block, employer)),
  )
  // An address without a name above it is probably the employee's if it is below the employee's name, and the
  // employer's if it is higher up.
  const [namePiece] = name?.at ?? []
  const below = others.find(
    (block) =>
      namePiece &&
      block.lines[0]?.page === namePiece.page &&
      block.lines[0].y > namePiece.y &&
      !isInNotes(block, namePiece),
  )
  return others.find(({ owner }) => owner === 'employee') ?? below ?? null
}

/**
 * Whether a line of text without a label or name, far from the employee's name, contains the address. It is rather the
 * employer's: `PAYE ref 271/AC0031 | County Hall, Ardenford, AF1 1CC`.
 */
const isInNotes = (
  { lines: [first, ...others], linesAbove, owner }: AddressBlock,
  name: TextPiece,
): boolean =>
  first !== undefined &&
  owner === null &&
  others.length === 0 &&
  linesAbove.length === 0 &&
  first.y - name.y > name.size * identityTuning.maxAddressDistanceFromName

/** Finds an address that begins with the employee's name because it resembles a street: `Osric Strand`. */
function findBehindName(blocks: AddressBlock[], employeeName: string | null): AddressBlock | undefined {
  for (const block of blocks) {
    const at = block.lines.findIndex(({ text }) => normaliseLabel(text) === employeeName)
    const lines = block.lines.slice(at + 1)
    if (at !== -1 && lines.length > 0 && block.owner !== 'employer')
      return { ...block, linesAbove: [...block.linesAbove, ...block.lines.slice(0, at + 1)], lines }
  }
  return undefined
}

/** Whether the address is directly below the employer's name. It is then the employer's address. */
const isUnder = ({ lines }: AddressBlock, employer: NamedParty | null): boolean => {
  const [first] = lines
  const [piece] = employer?.at ?? []
  if (!first || !piece || first.page !== piece.page) return false
  const { edgeTolerance, centreTolerance, maxAddressDistance } = identityTuning
  const isAligned =
    Math.abs(first.x - piece.x) < edgeTolerance ||
    Math.abs(first.right - piece.right) < edgeTolerance ||
    Math.abs(first.x + first.right - piece.x - piece.right) < centreTolerance
  const distance = first.y - piece.y
  return isAligned && distance > 0 && distance < Math.max(piece.size, first.size) * maxAddressDistance
}
