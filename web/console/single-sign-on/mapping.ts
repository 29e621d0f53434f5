import type { SsoSettings } from '@payproof/sdk'

type Mapping = SsoSettings['role_mapping']

/** Writes the mapping as lines of text: `lending-admins = Admin`. */
export const mappingText = (mapping: Mapping) =>
  mapping.map(({ claim_value, role }) => `${claim_value} = ${role}`).join('\n')

/** Reads the lines. A role that does not exist is sent as it is, so that the service names it. */
export const mappingOf = (text: string): Mapping =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.lastIndexOf('=')
      const role = at === -1 ? '' : line.slice(at + 1).trim()
      return {
        claim_value: (at === -1 ? line : line.slice(0, at)).trim(),
        role: role as Mapping[number]['role'],
      }
    })
