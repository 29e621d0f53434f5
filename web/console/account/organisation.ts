import { api } from '../api.ts'

// The browser remembers the organisation of the last single sign-on, to offer it again. It says nothing about the member.

const storageKey = 'payproof-organisation'

export const rememberedOrganisation = () => localStorage.getItem(storageKey) ?? ''

/** Leaves for the sign-in of an organisation. */
export async function leaveForOrganisation(
  organisation: string,
  { reauthenticate }: { reauthenticate: boolean },
) {
  const start = { organisation, reauthenticate }
  const { authorisation_url } = await api.members.startSingleSignOn(start, { retries: 0 })
  localStorage.setItem(storageKey, organisation)
  location.assign(authorisation_url)
}
