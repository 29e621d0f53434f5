import { expect, test } from 'vitest'
import {
  canCheck,
  canSendAnyway,
  canSubmit,
  canTryAgain,
  isBusy,
  isReading,
  isSending,
  noUploads,
  step,
  type UploadEvent,
  type UploadState,
} from './uploads.ts'

const after = (...events: UploadEvent[]) => events.reduce(step, noUploads)
const chosen = (...ids: string[]): UploadEvent => ({
  kind: 'chosen',
  files: ids.map((id) => ({ id, name: `${id}.pdf`, bytes: 100 })),
})
const passed = (id: string, hash: string | null = id): UploadEvent => ({ kind: 'passed', id, hash })
const begun = (id: string): UploadEvent => ({ kind: 'begun', id })
const sent = (id: string): UploadEvent => ({ kind: 'sent', id, path: `q/${id}` })
const sentWhole = (id: string) => [passed(id), begun(id), sent(id)]
const failed = (id: string): UploadEvent => ({ kind: 'stopped', id, problem: 'upload-failed' })
const stages = ({ files }: UploadState) =>
  files.map(({ stage }) => (stage.at === 'stopped' ? stage.problem : stage.at))
const shares = ({ files }: UploadState) =>
  files.map(({ stage }) => (stage.at === 'sending' ? stage.share : null))
const found = { kind: 'payslip', employer: null, payDate: '2026-10-30', gross: null, net: '1.00' } as const

const reviewed = (id: string): UploadEvent[] => [
  { kind: 'checked' },
  { kind: 'found', readings: new Map([[id, { found }]]) },
]

test('a file is checked, waits, is uploaded, is read, is reviewed and is sent', () => {
  const events = [chosen('a'), ...sentWhole('a'), ...reviewed('a'), { kind: 'submitted' } as const]
  const states = events.map((_, n, all) => after(...all.slice(0, n + 1))).map(stages)
  const [first, ...others] = ['checking', 'waiting', 'sending', 'sent', 'reading', 'found', 'reading']
  expect(states).toEqual([[first], ...others.map((each) => [each])])
  const answered = step(after(...events), {
    kind: 'answered',
    outcomes: new Map([['a', { at: 'read', found }]]),
  })
  expect(answered.files[0]?.stage).toEqual({ at: 'read', found })
})

test('a request takes twelve files; the others stay in the list and can be tried again when there is room', () => {
  const ids = Array.from({ length: 14 }, (_, n) => `f${n}`)
  const full = after(chosen(...ids))
  expect(stages(full).slice(11)).toEqual(['checking', 'too-many-files', 'too-many-files'])
  expect(stages(step(full, { kind: 'again', id: 'f12' }))[12]).toBe('too-many-files')
  const roomy = [
    { kind: 'removed', id: 'f0' },
    { kind: 'again', id: 'f12' },
  ] as const
  expect(stages(roomy.reduce(step, full)).slice(10)).toEqual(['checking', 'checking', 'too-many-files'])
})

test('the same file chosen twice is sent once, also if it was handed in before', () => {
  const twice = after(chosen('a', 'b'), passed('a', 'same'), passed('b', 'same'))
  expect(stages(twice)).toEqual(['waiting', 'duplicate'])
  const unknown = after(chosen('a', 'b'), passed('a', null), passed('b', null))
  expect(stages(unknown)).toEqual(['waiting', 'waiting'])
  const given = after(
    chosen('a'),
    passed('a', 'same'),
    begun('a'),
    sent('a'),
    { kind: 'checked' } as const,
    chosen('b'),
    passed('b', 'same'),
  )
  expect(stages(given)).toEqual(['reading', 'duplicate'])
})

test('a document that cannot be read waits in the review once the person wants to send it anyway', () => {
  const reading = (
    id: string,
    problem: 'not-read' | 'password',
    unread?: 'bank_statements',
  ): UploadEvent => ({
    kind: 'found',
    readings: new Map([[id, { problem, ...(unread && { unread }) }]]),
  })
  const refused = after(
    chosen('a', 'b'),
    ...sentWhole('a'),
    ...sentWhole('b'),
    { kind: 'checked' },
    reading('a', 'not-read', 'bank_statements'),
    reading('b', 'password'),
  )
  expect([stages(refused), refused.files.map(canSendAnyway)]).toEqual([
    ['not-read', 'password'],
    [true, false],
  ])
  const wanted = step(step(refused, { kind: 'kept', id: 'a' }), { kind: 'kept', id: 'b' })
  const found = { kind: 'manual', as: 'bank_statements' } as const
  expect(wanted.files[0]?.stage).toEqual({ at: 'found', path: 'q/a', found })
  expect([stages(wanted), canSubmit(wanted)]).toEqual([['found', 'password'], true])
  const sending = step(wanted, { kind: 'submitted' })
  const back = step(sending, { kind: 'unanswered', code: 'network' })
  expect(back.files[0]?.stage).toEqual(wanted.files[0]?.stage)
})

test('a request takes no thirteenth file that is sent anyway', () => {
  const refused = after(
    chosen('a'),
    ...sentWhole('a'),
    { kind: 'checked' },
    {
      kind: 'found',
      readings: new Map([['a', { problem: 'incomplete', unread: 'payslips' }]]),
    },
  )
  const full = step(refused, chosen(...Array.from({ length: 12 }, (_, n) => `f${n}`)))
  expect(stages(step(full, { kind: 'kept', id: 'a' }))[0]).toBe('incomplete')
})

test('progress only increases and never exceeds 100 %', () => {
  const at = (...parts: number[]) =>
    shares(
      after(
        chosen('a'),
        passed('a'),
        begun('a'),
        ...parts.map((share) => ({ kind: 'progressed', id: 'a', share }) as const),
      ),
    )
  expect([at(0.2, 0.5), at(0.5, 0.2), at(1.3)]).toEqual([[0.5], [0.5], [1]])
})

test('a failed upload can be retried from the start; a file of the wrong kind cannot', () => {
  const lost = after(chosen('a'), passed('a'), begun('a'), failed('a'))
  expect(stages(step(lost, { kind: 'again', id: 'a' }))).toEqual(['checking'])
  const wrong = after(chosen('a'), { kind: 'stopped', id: 'a', problem: 'not-a-pdf' })
  expect(wrong.files.map(canTryAgain)).toEqual([false])
  expect(stages(step(wrong, { kind: 'again', id: 'a' }))).toEqual(['not-a-pdf'])
})

test('a late event for a removed or finished file changes nothing', () => {
  const gone = after(chosen('a'), passed('a'), begun('a'), { kind: 'removed', id: 'a' })
  expect(stages(step(gone, sent('a')))).toEqual([])
  const done = after(chosen('a'), ...sentWhole('a'))
  const late = [{ kind: 'progressed', id: 'a', share: 0.1 } as const, failed('a'), begun('a'), passed('a')]
  expect(stages(late.reduce(step, done))).toEqual(['sent'])
})

test('files can be handed in once none is on its way up and one has arrived', () => {
  const one = after(chosen('a', 'b'), ...sentWhole('a'), passed('b'), begun('b'))
  expect([isBusy(one), canCheck(one)]).toEqual([true, false])
  const stopped = step(one, failed('b'))
  expect([isBusy(stopped), canCheck(stopped)]).toEqual([false, true])
  expect(canCheck(after(chosen('a'), failed('a')))).toBe(false)
})

test('while files are read none of them can be removed, and a request without an answer gives them back', () => {
  const checking = after(chosen('a'), ...sentWhole('a'), { kind: 'checked' })
  expect([isReading(checking), canCheck(checking), isSending(checking)]).toEqual([true, false, false])
  expect(stages(step(checking, { kind: 'unanswered', code: 'network' }))).toEqual(['sent'])
  const sending = after(chosen('a'), ...sentWhole('a'), ...reviewed('a'), { kind: 'submitted' })
  expect([isReading(sending), canSubmit(sending), isSending(sending)]).toEqual([true, false, true])
  for (const each of [checking, sending])
    expect(stages(step(each, { kind: 'removed', id: 'a' }))).toEqual(['reading'])
  const back = step(sending, { kind: 'unanswered', code: 'network' })
  expect([stages(back), back.trouble, canSubmit(back)]).toEqual([['found'], 'network', true])
  expect(step(back, { kind: 'submitted' }).trouble).toBe(null)
})
