import { z } from 'zod'

const Provider = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    logo_url: z.string(),
    is_oauth2: z.boolean(),
    is_scraper: z.boolean(),
    reset_url: z.string(),
    parent: z.string().nullable(),
    max_login_attempts: z.int(),
    extra_login_params: z.array(
      z.strictObject({
        key: z.string(),
        display_name: z.string(),
        validation: z.strictObject({
          required: z.boolean(),
          type: z.string(),
          date_format: z.string().optional(),
          min_length: z.int().optional(),
          max_length: z.int().optional(),
        }),
      }),
    ),
  })
  .meta({ id: 'Provider' })

const ParentProvider = z
  .strictObject({ id: z.string(), name: z.string(), logo_url: z.string() })
  .meta({ id: 'ParentProvider' })

const Employer = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    logo_url: z.string(),
    providers: z.array(z.string()),
  })
  .meta({ id: 'Employer' })

export const Catalogue = z
  .strictObject({
    providers: z.array(Provider),
    parent_provider_meta: z.array(ParentProvider),
    employers: z.array(Employer),
  })
  .meta({ id: 'Catalogue' })
