import type { AuthorisationTerm } from '@payproof/sdk'

export type Category = AuthorisationTerm['authorisation_category']

export const categories = ['one_time', 'recurring'] as const satisfies Category[]

/** Names of the purposes that the person agrees to. */
export const categoryNames: Record<Category, string> = { one_time: 'Once', recurring: 'Ongoing' }

export const categoryOptions = categories.map((value) => ({ value, label: categoryNames[value] }))
