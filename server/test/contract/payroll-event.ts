import { eventFields, uuid } from './shapes.ts'
import type { ContractWorld } from './world.ts'

// The payroll event that most webhook rows send.

export const payload = { payroll_submissions: [{ net_pay: 1234.5 }] }

export const payroll = { ...eventFields, entry_id: uuid, account_id: uuid }

export async function setReceiverBehaviour({ receiver }: ContractWorld, name: string, behaviour: object) {
  await fetch(`${receiver}/behaviours/${name}`, { method: 'PUT', body: JSON.stringify(behaviour) })
}
