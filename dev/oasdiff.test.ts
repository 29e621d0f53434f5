import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findBreakingChanges } from './oasdiff.ts'

const current = JSON.parse(readFileSync(new URL('../server/openapi.json', import.meta.url), 'utf8'))

/** Changes a copy of the API description and compares it with the original. */
function compareAfter(change: (document: typeof current) => void) {
  const changed = structuredClone(current)
  change(changed)
  const { status, stdout } = findBreakingChanges(current, changed)
  return { status, stdout }
}
const eventSchema = (document: typeof current) => document.components.schemas.UserPayrollSubmittedEvent

test('a removed response field is a breaking change', () => {
  const { status, stdout } = compareAfter(({ components }) => {
    delete components.schemas.Webhook.properties.created_at
  })
  expect(stdout).toContain('in API GET /webhooks/{webhook_id}')
  expect(stdout).toContain('removed the required property `created_at` from the response')
  expect(status).toBe(1)
})

test('a removed request parameter is a breaking change, because unknown parameters are rejected', () => {
  const { status, stdout } = compareAfter(({ paths }) => {
    const { get } = paths['/users']
    get.parameters = get.parameters.filter(({ name }: { name: string }) => name !== 'ext_id')
  })
  expect(stdout).toContain('deleted the `query` request parameter `ext_id`')
  expect(status).toBe(1)
})

test('an event field that may be missing is a breaking change', () => {
  const { status, stdout } = compareAfter((document) => eventSchema(document).required.pop())
  expect(stdout).toContain('/webhook-events/user-payroll-submitted')
  expect(status).toBe(1)
})

test('new fields in responses and events and new enum values in responses are allowed', () => {
  const { status } = compareAfter((document) => {
    document.components.schemas.Webhook.properties.colour = { type: 'string' }
    document.components.schemas.Account.properties.status.enum.push('NEW')
    eventSchema(document).properties.colour = { type: 'string' }
    eventSchema(document).required.push('colour')
  })
  expect(status).toBe(0)
})

type UnionMember = { $ref: string }
const journeyEvents = (document: typeof current): UnionMember[] =>
  document.components.schemas.JourneyEvent.oneOf
type Component = { properties: Record<string, { description?: string; enum?: string[] }> }
const resolve = (document: typeof current, { $ref }: UnionMember): Component =>
  document.components.schemas[$ref.replace('#/components/schemas/', '')]

test('a member of a union may get a new description and accept new values, but must not disappear', () => {
  const extended = compareAfter((document) => {
    for (const member of journeyEvents(document)) {
      for (const property of Object.values(resolve(document, member).properties)) {
        property.description = 'Described differently'
        property.enum?.push('another-value')
      }
    }
  })
  expect(extended).toMatchObject({ status: 0 })
  const removed = compareAfter((document) => void journeyEvents(document).pop())
  expect(removed.stdout).toContain('/journeys/current/events')
  expect(removed.status).toBe(1)
})

test('a nested schema may become a component, or get another name', () => {
  const inline = compareAfter((document) => {
    const { JourneyEvent, BankStatementSubmission, PayrollSubmission } = document.components.schemas
    JourneyEvent.oneOf = journeyEvents(document).map((member) => resolve(document, member))
    for (const { properties } of [BankStatementSubmission, PayrollSubmission])
      for (const [name, property] of Object.entries<UnionMember>(properties))
        if (property.$ref) properties[name] = resolve(document, property)
  })
  expect(inline).toMatchObject({ status: 0 })
})
