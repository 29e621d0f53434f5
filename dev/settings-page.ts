import { z } from 'zod'
import { settingGroups } from '../server/src/settings.ts'

// Renders docs/operations/settings.md from the schema of the settings; `npm run generate` writes it.

export const settingsPagePath = 'docs/operations/settings.md'

/** Properties of a setting's JSON Schema that the page uses, with the metadata that server/src/settings.ts adds. */
type SettingSchema = {
  description?: string
  kind?: string
  whenUnset?: string
  default?: unknown
  type?: string
  format?: string
  enum?: string[]
  minimum?: number
  maximum?: number
}

const introduction = `# Settings

This page lists every setting of the service, for operators. It is generated from \`server/src/settings.ts\` by \`npm run generate\`; do not
edit it.

- Settings are environment variables. All roles read the same ones, and ignore those that they do not need.
- To keep a secret out of the environment, put it in a file and set \`NAME_FILE\` instead of \`NAME\`:
  \`DATABASE_URL_FILE=/run/secrets/database-url\`. Setting both is an error.
- A process checks all settings when it starts. If any are missing or invalid, it prints all problems and exits.
- A change takes effect after a restart. [Restart processes one by one](upgrade.md).
- \`required\` in the column *Default* means that the process does not start without the setting.
`

export function renderSettingsPage(): string {
  const sections = settingGroups.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, schema]) => renderRow(name, schema))
    return `## ${title}\n| Name | Type | Default | Meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return [introduction, ...sections].join('\n')
}

function renderRow(name: string, schema: z.ZodType) {
  const setting = describeSetting(schema)
  if (!setting.description) throw new Error(`${name} has no description in server/src/settings.ts`)
  return `| \`${name}\` | ${typeOf(setting)} | ${defaultOf(setting, schema)} | ${setting.description} |`
}

/** Describes the text that the operator writes, not the value that the service parses from it. */
const describeSetting = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as SettingSchema

function typeOf({ kind, enum: values, type, format, minimum, maximum }: SettingSchema) {
  if (kind) return kind
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (type === 'integer' || type === 'number') return `${type}, ${minimum} to ${maximum}`
  return format === 'uri' ? 'URL' : 'text'
}

function defaultOf(setting: SettingSchema, schema: z.ZodType) {
  if (setting.whenUnset) return setting.whenUnset
  const { success, data } = schema.safeParse(undefined)
  if (!success) return '**required**'
  // The JSON Schema of a flag has no default, because the flag's schema transforms the text.
  const value = typeof data === 'boolean' ? data : setting.default
  return value === undefined || value === '' ? 'none' : `\`${value}\``
}
