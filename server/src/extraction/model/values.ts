/** Lists every value that is not null, by path. */
export function listValues(
  value: unknown,
  path = '',
  values = new Map<string, unknown>(),
): Map<string, unknown> {
  if (value === null || value === undefined) return values
  if (typeof value !== 'object') return values.set(path, value)
  for (const [key, child] of Object.entries(value)) listValues(child, path ? `${path}.${key}` : key, values)
  return values
}

/** Returns a copy in which the value at the path is null. */
export const removeValue = <T>(tree: T, path: string): T => setNull(tree, path.split('.')) as T

function setNull(tree: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (tree === null || typeof tree !== 'object') return tree
  const child = rest.length === 0 ? null : setNull((tree as Record<string, unknown>)[key], rest)
  return Array.isArray(tree) ? tree.with(Number(key), child) : { ...tree, [key]: child }
}
