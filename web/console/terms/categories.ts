import type { AuthorisationTerm } from '@payproof/sdk'

export type Category = AuthorisationTerm['authorisation_category']

export const categories = ['one_time', 'recurring'] as const satisfies Category[]

/** What somebody agrees to with it. */
export const categoryNames: Record<Category, string> = { one_time: 'Once', recurring: 'Again and again' }

export const categoryOptions = categories.map((value) => ({ value, label: categoryNames[value] }))
