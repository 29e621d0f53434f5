// All events of the proof happen on one Monday, by the proof's clock.
export const monday = new Date('2026-06-15T00:00:00Z')
export const allDue = new Date('2026-06-15T04:00:00Z')
export const lastPaid = '2026-05-29'
export const paidAgain = '12/06/2026'
