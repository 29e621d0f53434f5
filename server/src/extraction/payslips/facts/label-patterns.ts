import type { FactKind } from '../text/labels.ts'

/**
 * Patterns for labels that are not listed. The values of these facts have unmistakable formats, so loose patterns are
 * safe.
 */
export const labelPatterns: [RegExp, FactKind][] = [
  [
    /\b(start(ed)?|join(ed|ing)?|commenced?|commencement|appointed|since)\b(?!.*\bperiod\b)|\bservice (from|since|date|start)/,
    'startDate',
  ],
  [/\b(birth|dob|d o b|born)\b/, 'birthDate'],
  // `Kitchen Assistant (Leaver)` is a job title.
  [/(?<!\()\b(left|leaving|leaver|termination|finish(ed)?)\b/, 'leaveDate'],
  [
    /\b(date|day)\b.*\b(paid|payment|pay|credited|wages)\b|\b(pay|paid|payment|wages?|salary|credit(ed)?)\b.*\b(date|day|on)\b|^pay ?da(?:y|te)\b/,
    'payDate',
  ],
  [/\b(week|period|fortnight|weeks|month)\b.*\b(end(ing|ed|s)?|to)\b/, 'end'],
  [/\b(period|week|weeks)\b.*\b(start|begin|commenc|from)/, 'start'],
  [/\b(tax|paye)\b.*\bcode\b|^code( number)?$/, 'taxCode'],
  [
    /\b(paye|tax|hmrc|employer)\b.*\b(ref(erence)?|district|scheme)\b|\bref(erence)?\b.*\b(paye|tax)\b|\bpaye\b/,
    'payeReference',
  ],
  [/\bfrequency\b|^how often/, 'frequency'],
  [/\b(ni|nic|insurance)\b.*\b(letter|category|cat|table)\b/, 'niLetter'],
  [/\btax (week|month|period)\b|\b(week|month|period) (no|number)\b/, 'taxPeriod'],
  [/\b(pay )?period\b|\bweek of\b/, 'period'],
]

/** Labels of the name with which names of companies begin: `Individual Pathways`. A value needs a colon or a place apart. */
export const companyWordLabels = new Set([
  'individual',
  'person',
  'holder',
  'you',
  'who',
  'member',
  'operative',
  'associate',
  'recipient',
  'beneficiary',
  'earner',
])

/**
 * Returns the facts that both halves of a label name: the job title for `Rank/Grade`. `Agency / client` does not name the
 * employer.
 */
export function factsOfBothHalves(
  name: string,
  factsByName: Map<string, FactKind[]>,
): FactKind[] | undefined {
  const [first = [], second = [], ...others] = name.split(/ ?\/ ?/).map((half) => factsByName.get(half) ?? [])
  const facts = first.filter((fact) => fact !== 'otherText' && fact !== 'employer' && second.includes(fact))
  return facts.length > 0 && others.length === 0 ? facts : undefined
}
