import type { ClientBrand } from './find-journey-page.ts'

/**
 * Returns the client as shown to applicants. We serve its logo ourselves, because a third-party host would learn who
 * is applying.
 */
export const presentClient = (brand: Omit<ClientBrand, 'frame_origins'>, journeyId: string | null) => ({
  name: brand.client_display_name ?? '',
  logo: brand.client_logo && journeyId ? `/j/${journeyId}/logo` : null,
  brand_colour: brand.brand_colour,
})

/** Returns the client's purpose and retention, its contact, and its entries in public registers. */
export const presentDataUse = (configuration: DataUse): DataUse => ({
  data_purpose: configuration.data_purpose,
  data_purpose_cy: configuration.data_purpose_cy,
  next_steps: configuration.next_steps,
  next_steps_cy: configuration.next_steps_cy,
  data_retention_months: configuration.data_retention_months,
  privacy_notice_url: configuration.privacy_notice_url,
  contact_email: configuration.contact_email,
  contact_phone: configuration.contact_phone,
  fca_number: configuration.fca_number,
  ico_number: configuration.ico_number,
})

type DataUse = {
  data_purpose: string | null
  data_purpose_cy: string | null
  next_steps: string | null
  next_steps_cy: string | null
  data_retention_months: number | null
  privacy_notice_url: string | null
  contact_email: string | null
  contact_phone: string | null
  fca_number: string | null
  ico_number: string | null
}
