import { z } from 'zod'
import { Body, TextLine, Timestamp } from '../../../platform/http/wire.ts'

// An Owner always signs in with a password, so that a wrong provider cannot lock out or take over the client.
const MappedRole = z.enum(['Admin', 'FullMember', 'Support', 'Underwriter', 'Developer'])

const Organisation = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, 'must have 3 to 40 lower-case letters, digits or hyphens')
  .describe('Name that members enter on the sign-in page; unique in the service')

const RoleMapping = z
  .strictObject({
    claim_value: TextLine(200).describe('Value of the claim'),
    role: MappedRole.describe('Role of people with this value'),
  })
  .meta({ id: 'SsoRoleMapping' })

const settings = {
  organisation: Organisation,
  issuer: TextLine(500).describe('URL of the OpenID provider, as in its discovery document'),
  oidc_client_id: TextLine(200).describe('Client id of Payproof at the provider'),
}

export const SsoSettings = z
  .strictObject({
    ...settings,
    role_claim: z.string().nullable().describe('Claim whose values decide the role at each sign-in'),
    role_mapping: z.array(RoleMapping).describe('Roles by value of the claim; the first match decides'),
    is_required: z.boolean().describe('Whether members other than Owners must sign in at the provider'),
    redirect_uri: z.string().describe('Register this URL at the provider'),
    changed_at: Timestamp.describe('When the settings were last changed (UTC)'),
  })
  .meta({ id: 'SsoSettings', description: 'Single sign-on of the members. The secret is never returned.' })

export const SsoSettingsInput = Body({
  ...settings,
  oidc_client_secret: TextLine(500)
    .optional()
    .describe('Secret of Payproof at the provider. Without it, the stored secret is kept.')
    .meta({ format: 'password' }),
  role_claim: TextLine(100).nullable().default(null).describe('Claim whose values decide the role'),
  role_mapping: z
    .array(RoleMapping)
    .max(50)
    .default([])
    .describe('Roles by value of the claim; the first match decides'),
  is_required: z
    .boolean()
    .default(false)
    .describe('Whether members other than Owners must sign in at the provider'),
}).meta({ id: 'SsoSettingsInput' })

export const SsoStart = Body({
  organisation: TextLine(100).describe('Name of the organisation, from an administrator'),
  reauthenticate: z
    .boolean()
    .default(false)
    .describe('Whether the provider must ask for the credentials again, before dangerous operations'),
}).meta({ id: 'SsoStart' })

export const SsoAuthorisation = z
  .strictObject({ authorisation_url: z.string().describe('Open this URL in the same browser') })
  .meta({ id: 'SsoAuthorisation' })
