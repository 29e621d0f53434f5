import type { ReviewRule } from '@payproof/sdk'

type Change = { label: 'Added' | 'Removed' | 'Changed'; before?: ReviewRule; after?: ReviewRule }

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
