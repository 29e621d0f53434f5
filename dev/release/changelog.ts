/** A section of CHANGELOG.md, headed `## Unreleased` or `## 0.2.0 - 2026-12-01`. */
export type ChangelogSection = { version: string; date: string | undefined; body: string }

const heading = /^## (?:(Unreleased)|(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2}))$/

/** Reads the sections in file order. Throws if a level-2 heading has another format. */
export function readChangelog(markdown: string): ChangelogSection[] {
  return markdown
    .split(/^(?=## )/m)
    .filter((text) => text.startsWith('## '))
    .map((text) => {
      const [title = '', ...lines] = text.split('\n')
      const match = heading.exec(title)
      if (!match)
        throw new Error(`CHANGELOG.md: "${title}" is neither "## Unreleased" nor "## 1.2.3 - 2026-01-31"`)
      const [, unreleased, version, date] = match
      return { version: unreleased ?? version ?? '', date, body: lines.join('\n').trim() }
    })
}

/** Turns the unreleased entries into a dated section, and leaves an empty `## Unreleased` above it. */
export function datedChangelog(markdown: string, version: string, date: string) {
  const [unreleased] = readChangelog(markdown)
  if (unreleased?.version !== 'Unreleased')
    throw new Error('CHANGELOG.md does not begin with "## Unreleased"')
  if (unreleased.body === '') throw new Error('CHANGELOG.md has no entries under "## Unreleased"')
  return markdown.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${date}`)
}

/** Returns the release notes of one version: its section of the changelog. */
export function releaseNotes(markdown: string, version: string) {
  const section = readChangelog(markdown).find((candidate) => candidate.version === version)
  if (!section) throw new Error(`CHANGELOG.md has no section for ${version}`)
  return section.body
}
