// Error messages. The published interface defines their content; the wording is ours and the same everywhere.

export const noApiKey = 'No X-API-KEY header was provided or its value is wrong'

export const noBearer = 'No bearer authorisation was provided or its value is wrong'

export const missing = (field: string) => `Request is missing the required field [${field}]`

export const unknown = (field: string) => `Field [${field}] is unknown`

export const invalid = (field: string) => new RegExp(`^Field \\[${RegExp.escape(field)}\\] is invalid: .`)

/** Message that a resource with the given id does not exist, or with any id if the row cannot know it. */
export const notFoundMessage = (kind: string, id?: string) =>
  id === undefined
    ? new RegExp(`^${kind} \\[[0-9a-f-]{36}\\] does not exist$`)
    : `${kind} [${id}] does not exist`

export const roleTooLow = (role: string, minRole: string) =>
  `The role [${role}] may not do this; it needs [${minRole}] or above`

export const apiKeyRefused = 'An API key may not do this; a member has to sign in'

export const scopeMissing = (scope: string) => `This API key does not have the scope [${scope}]`
