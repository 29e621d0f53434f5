import type { ReviewRule } from '@payproof/sdk'

type Change = { label: 'Added' | 'Removed' | 'Changed'; before?: ReviewRule; after?: ReviewRule }

/** Replaces the rule with this name in its place; without a name, adds the rule at the end. */
export const withRule = (rules: readonly ReviewRule[], name: string | undefined, rule: ReviewRule) =>
  name === undefined ? [...rules, rule] : rules.map((other) => (other.name === name ? rule : other))

export const withoutRule = (rules: readonly ReviewRule[], name: string) =>
  rules.filter((other) => other.name !== name)

/** Lists what differs between two versions of the rules. A rule is recognised by its name. */
export function listChanges(before: readonly ReviewRule[], after: readonly ReviewRule[]): Change[] {
  const earlier = new Map(before.map((rule) => [rule.name, rule]))
  const later = new Map(after.map((rule) => [rule.name, rule]))
  const changes: Change[] = []
  for (const [name, rule] of later) {
    const old = earlier.get(name)
    if (!old) changes.push({ label: 'Added', after: rule })
    else if (JSON.stringify(old) !== JSON.stringify(rule))
      changes.push({ label: 'Changed', before: old, after: rule })
  }
  for (const [name, rule] of earlier) if (!later.has(name)) changes.push({ label: 'Removed', before: rule })
  return changes
}
