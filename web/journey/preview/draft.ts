import type { Boot } from '../session/boot.ts'
import type { Catalogue, Journey } from '../types.ts'

/** Path of the preview; also defined in server/src/features/console/pages.ts and web/vite.config.ts. */
export const previewAddress = '/console/journey-preview'

export const previewViews = ['welcome', 'consent', 'source'] as const
export type PreviewView = (typeof previewViews)[number]

/** A sample journey, as configured in the console. */
export type Draft = Pick<
  Journey,
  'environment' | 'consent_layout' | 'sources' | 'period_months' | 'recurring' | 'term'
> & {
  view: PreviewView
  client: NonNullable<Boot['client']> & Omit<Journey['client'], 'has_callback'>
  catalogue: Catalogue
}

/** Message from the console. The property name distinguishes it from messages of other scripts. */
export type DraftMessage = { payproofPreview: Draft }

/** Whether a message is the one that the preview sends once it listens. */
export const isReady = (data: unknown) => data === readyWord
export const readyWord = 'payproof-preview-ready'
